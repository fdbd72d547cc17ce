"""What is wrong with a run: the machines that shall play it, the file that it is kept in.

Each function makes one kind of error; its docstring is the page that `clagdsl explain` prints.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from clagdsl.problems.arguments import ArgumentError
from clagdsl.problems.model import problem

ARGUMENTS: Final = {
    "n": "n",
    "some_matches": "n=1000",
    "some_width": "until=0.1",
    "rules": "rules",
    "until": "until",
    "players": "players",
    "seed": "seed",
    "policy": "policy",
    "parameters": "parameters",
    "threads": "threads",
    "cluster": "cluster",
    "against": "against",
    "against_parameters": "against_parameters",
    "csv": "csv",
    "parquet": "parquet",
    "plot": "plot",
    "save": "save",
    "resume": "resume",
}
"""The names of what can be asked of a run, as arguments of `clagdsl.simulate`."""


class RequestError(ArgumentError):
    """What is wrong with a run, told in names of arguments or of options.

    `text` has `{csv}` where the name of that argument stands, and `{path}` for a value.
    """

    def __init__(self, code: str, text: str, values: Mapping[str, object]) -> None:
        self.text = text
        self.values = dict(values)
        super().__init__(code, self.told(ARGUMENTS))

    def told(self, names: Mapping[str, str]) -> str:
        """The reason in the words of whoever asked: names of arguments, or of options."""
        return self.text.format(**names, **self.values)


@problem("U641", "the cluster cannot play this")
def wrong_cluster(reason: str) -> ArgumentError:
    """The Dask cluster of `--cluster` cannot be reached, has no workers, or they are not alike.

    A scheduler must answer at the address, `tcp://` with a host and a port, and at least one worker
    must be connected to it.  Every worker needs the same clagdsl as the machine that asks, with its
    extra `cluster`: `pip install 'clagdsl[cluster]'`.  Another version might play another match
    under the same number, so none is taken.  The scheduler itself needs no clagdsl.

    When a cluster is lost in the middle of a run, `--save` has kept what was played.

    ```console fails
    $ clagdsl simulate foss -n 10 --cluster tcp://localhost:1
    ```

    Without the option, this machine plays:

    ```console mended
    $ clagdsl simulate foss -n 10
    ```
    """
    return ArgumentError("U641", reason)


@problem("U642", "this run cannot go on")
def wrong_run(reason: str) -> ArgumentError:
    """The file that `--resume` names is none that `--save` wrote, or what it needs has changed.

    The rules must play the same as when the run was begun, and clagdsl must be the same: figures
    of different rules or programs are never added up.  The file is left as it is.

    ```json with run.json
    {"clagdsl_run": 1, "rules": "foss", "players": 3}
    ```

    ```console fails
    $ clagdsl simulate --resume run.json
    ```

    A run is begun and kept by

    ```console mended
    $ clagdsl simulate foss -n 10 --save another.json
    ```
    """
    return ArgumentError("U642", reason)


@problem("U643", "this cannot be asked of a simulation")
def wrong_request(text: str, **values: object) -> RequestError:
    """Something that `clagdsl.simulate` needs is missing, or two arguments exclude each other.

    A run is told how many matches it has, or how exact it is to be.  On the command line the same
    is a wrong usage, U690.

    ```python fails
    clagdsl.simulate("foss")
    ```

    ```python mended
    clagdsl.simulate("foss", 10)
    ```
    """
    return RequestError("U643", text, values)
