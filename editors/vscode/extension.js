"use strict";
// Starts the language server of clagdsl for rules files, and stops it with the editor.

const { window, workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

async function activate(context) {
  const [command, ...args] = workspace.getConfiguration("clag").get("command");
  client = new LanguageClient(
    "clag",
    "Clag rules",
    { command, args, transport: TransportKind.stdio },
    { documentSelector: [{ language: "clag" }] },
  );
  context.subscriptions.push({ dispose: deactivate });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    window.showErrorMessage(
      `Cannot start \`${command}\`: ${error.message}. ` +
        "Install clagdsl with its extra `editor`, as its page on text editors says, or set `clag.command`.",
    );
  }
}

async function deactivate() {
  const running = client;
  client = undefined;
  await running?.stop();
}

module.exports = { activate, deactivate };
