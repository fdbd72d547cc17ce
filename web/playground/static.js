// The page that needs no server: an editor with colours, and Python in a worker behind it.

import { ask } from "./ask_worker.js";
import { openEditor } from "./code_editor.js";
import { openPage } from "./page.js";

openPage(ask, openEditor);
