// Gives the modules of the pages their English messages, from the file that the environment names.

import { readFileSync } from "node:fs";

globalThis.catalogue = JSON.parse(readFileSync(process.env.CATALOGUE, "utf-8"));
