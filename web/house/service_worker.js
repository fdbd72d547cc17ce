/**
 * The service worker: pages open without a network, and with a slow one, on https and localhost.
 *
 * The server puts a line before this text that sets `program`: the version, and the addresses of the
 * files that every page needs. These have the hash of their content, or belong to the shells.
 *
 * - Files of the program: from the cache.
 * - The shells of `/` and `/t/NAME`: from the network. From the cache if the network has no answer in
 *   2 s. Only a page that the server lets browsers store is kept; the others say `no-store`.
 * - Compiled rules, by their hash: from the cache.
 * - Everything else is left to the browser: other JSON, streams, every POST.
 *
 * Each version has a cache of its own. A new one loads its files and the kept shells, and then
 * deletes the old cache. Pages with the old program stay open: all that they load is loaded.
 * @module
 */

/** @typedef {{version: string, files: string[]}} Program */

/** The scope of the worker, for which TypeScript has no types beside those of pages. @type {any} */
const worker = self;
/** @type {Program} */
const { version, files } = worker.program;

const PREFIX = "program ";
const CURRENT = PREFIX + version;
const RULES = "rules";

/** How long the network has for a page that is kept, in milliseconds. */
const PATIENCE = 2000;

/** Rules and shells that are kept at most; the oldest go first. */
const MOST_KEPT = 100;

const isShell = (path) => /^\/(t\/[^/]+)?$/.test(path);
const isRules = (path) => /^\/rules\/sha256:[0-9a-f]{64}\.json$/.test(path);

async function install() {
  const cache = await caches.open(CURRENT);
  await cache.addAll(["/", ...files]);
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === CURRENT) continue;
    const paths = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    await Promise.all(paths.filter(isShell).map((path) => loadShell(path).catch(() => {})));
  }
  await worker.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CURRENT);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** Keeps a response, and forgets the oldest ones. */
async function put(cache, address, response) {
  await cache.put(address, response.clone());
  const addresses = (await cache.keys()).map(({ url }) => new URL(url));
  const old = addresses.filter(({ pathname }) => pathname !== "/" && (isShell(pathname) || isRules(pathname)));
  await Promise.all(old.slice(0, -MOST_KEPT).map((url) => cache.delete(url)));
}

/** Returns a page from the network; keeps it if it is a shell. */
async function loadShell(path, request = path) {
  const response = await fetch(request);
  if (response.ok && response.headers.get("cache-control") === "no-cache") {
    await put(await caches.open(CURRENT), path, response);
  }
  return response;
}

/** Returns a shell from the network, or the kept one if that takes too long or the server fails. */
async function openShell(event, path) {
  const loaded = loadShell(path, event.request);
  event.waitUntil(loaded.catch(() => {}));
  const kept = await (await caches.open(CURRENT)).match(path, { ignoreVary: true });
  if (!kept) return loaded;
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, kept));
  const answer = loaded.then(
    (response) => (response.status < 500 ? response : kept),
    () => kept,
  );
  return Promise.race([answer, late]);
}

/** Returns a file that never changes, from the cache if it is there. */
async function openFile(name, address) {
  const cache = await caches.open(name);
  const kept = await cache.match(address, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(address);
  if (response.ok) await put(cache, address, response);
  return response;
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));

worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname, search } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (mode === "navigate") {
    if (isShell(pathname)) event.respondWith(openShell(event, pathname));
  } else if (files.includes(pathname + search)) event.respondWith(openFile(CURRENT, pathname + search));
  else if (isRules(pathname)) event.respondWith(openFile(RULES, pathname));
});

// a page that was open before there was a worker says what it needs
worker.addEventListener("message", (event) => {
  for (const path of event.data.filter((path) => typeof path === "string")) {
    if (isShell(path)) event.waitUntil(loadShell(path).catch(() => {}));
    else if (isRules(path)) event.waitUntil(openFile(RULES, path).catch(() => {}));
  }
});
