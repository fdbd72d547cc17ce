// The page as `clagdsl serve` has it: a plain editor, and the server behind it.

import { ask } from "./ask_server.js";
import { openPage } from "./page.js";
import { openEditor } from "./plain_editor.js";

openPage(ask, openEditor);
