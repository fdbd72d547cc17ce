/**
 * A stream of server-sent events that is opened again when it breaks or falls silent.
 * @module
 */

/** Seconds without an event after which the connection counts as lost. */
const SILENCE = 20;
/** Milliseconds before a stream that broke is opened again: a full server is not asked at once. */
const PAUSE = 2000;

/**
 * What a page does with a stream.
 * @typedef {object} Follower
 * @property {() => string | null} address where the events are; null if nobody needs them now
 * @property {(name: string, data: any) => void} handle takes an event
 * @property {() => void} heard called before each event
 * @property {(seconds: number) => void} lost called if the connection is lost, for so many seconds
 */

export class EventStream {
  /** @type {EventSource | null} */
  #source = null;
  #timer = 0;
  #names;
  #follower;

  /** @param {readonly string[]} names those of the events @param {Follower} follower */
  constructor(names, follower) {
    this.#names = names;
    this.#follower = follower;
  }

  /** Opens the stream anew, or closes it if nobody needs it. */
  open() {
    this.#source?.close();
    this.#source = null;
    clearTimeout(this.#timer);
    const address = this.#follower.address();
    if (address === null) return;
    const source = new EventSource(address);
    this.#source = source;
    for (const name of this.#names) {
      source.addEventListener(name, (event) => {
        if (source !== this.#source) return;
        this.#awaitEvent();
        this.#follower.heard();
        this.#follower.handle(name, JSON.parse(event.data));
      });
    }
    source.onerror = () => {
      if (source !== this.#source) return;
      source.close();
      this.#follower.lost(0);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.open(), PAUSE);
    };
    this.#awaitEvent();
  }

  #awaitEvent() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#follower.lost(SILENCE);
      this.open();
    }, SILENCE * 1000);
  }
}
