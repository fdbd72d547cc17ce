// Rules in the fragment of an address, which no server is sent: deflated, then base64url.

const BEGINS = "#rules=";
const MOST = 1 << 20; // as long as a rules file may be: a short link can stand for far more

async function through(bytes, stream, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new RangeError("the link holds too much");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** The fragment that stands for a text. */
export async function fragmentOf(text) {
  const bytes = new TextEncoder().encode(text);
  const packed = await through(bytes, new CompressionStream("deflate-raw"), Infinity);
  let letters = "";
  for (let at = 0; at < packed.length; at += 8192) {
    letters += String.fromCharCode(...packed.subarray(at, at + 8192));
  }
  return BEGINS + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text that a fragment stands for; null where it stands for none, an error where it is broken. */
export async function textOf(fragment) {
  if (!fragment.startsWith(BEGINS)) return null;
  const letters = atob(fragment.slice(BEGINS.length).replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const bytes = await through(packed, new DecompressionStream("deflate-raw"), MOST);
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}
