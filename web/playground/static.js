// The page that needs no server: an editor with colours, and Python in a worker behind it.

import { pythonWorker } from "./ask_worker.js";
import { openEditor } from "./code_editor.js";
import { openPage } from "./page.js";

// Matches are played by a Python of their own, so that rules are checked meanwhile.
const simulate = "numpy" in document.body.dataset ? pythonWorker("?numpy") : null;
openPage(pythonWorker(), openEditor, simulate);
