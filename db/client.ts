import { Client, Query } from 'pg';
import type { Connection, QueryResult } from 'pg';

/** A text that begins with this is planned for its values at each call: a rare word wants another plan than a common one. */
const replanMarker = '/* replan */';

/**
 * A text that begins with this is the last of its transaction: it and the commit are one message, and if it fails
 * nothing is committed. It must fail, not return nothing, where the transaction should be undone.
 */
export const commitMarker = '/* and commit */';

/** How many different statements are prepared at most; a text past that is sent whole each time. */
const maxPrepared = 500;
const names = new Map<string, string>();

/** `unsent`: begun for its owner, while PostgreSQL hears of it together with the first statement. */
type Transaction = 'none' | 'unsent' | 'open' | 'committed';

interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

type Answer = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>;

const send = Client.prototype.query as (...args: unknown[]) => Promise<Answer>;

/**
 * A client that spares PostgreSQL work and everybody round trips, of which a purchase would make nineteen:
 *
 * - it prepares what it is asked, once a connection: a statement is parsed and planned once instead of at each call;
 * - `begin` travels with the first statement of a transaction, and `commit` with the last if that says so
 *   ({@link commitMarker}). Both stand in one message with it, so PostgreSQL does all of them or stops at the first error.
 */
export const BatchingClient = class extends Client {
  #transaction: Transaction = 'none';

  ask(...args: unknown[]): Promise<Answer> {
    const [text, values] = args;
    if (typeof text !== 'string') return send.apply(this, args);
    const state = this.#transaction;
    if (text === 'begin') return this.#turn('unsent', 'BEGIN');
    if (text === 'commit' && (state === 'unsent' || state === 'committed'))
      return this.#turn('none', 'COMMIT');
    if (text === 'rollback' && state === 'unsent') return this.#turn('none', 'ROLLBACK');
    if (text === 'commit' || text === 'rollback') return this.#end(text);
    const name = Array.isArray(values) && isPrepared(text, values) ? nameOf(text) : undefined;
    if (name && (state === 'unsent' || text.startsWith(commitMarker)))
      return this.#frame({ name, text, values: values as unknown[] }, state === 'unsent');
    if (state === 'unsent') return this.#begin().then(() => this.ask(...args));
    return name ? send.call(this, { name, text, values }) : send.apply(this, args);
  }

  async #frame(statement: Statement, begins: boolean): Promise<Answer> {
    const commits = statement.text.startsWith(commitMarker);
    this.#transaction = 'open';
    const answer = await framed(this, statement, { begins, commits });
    if (commits) this.#transaction = 'committed';
    return answer;
  }

  #begin(): Promise<Answer> {
    this.#transaction = 'open';
    return send.call(this, 'begin');
  }

  #end(command: 'commit' | 'rollback'): Promise<Answer> {
    this.#transaction = 'none';
    return send.call(this, command);
  }

  #turn(to: Transaction, command: string): Promise<Answer> {
    this.#transaction = to;
    return Promise.resolve({ command, rowCount: null, rows: [] });
  }
} as unknown as typeof Client;

// The types of `query` are a dozen overloads, none of which says more than this.
BatchingClient.prototype.query = function query(this: Client & { ask: typeof send }, ...args: unknown[]) {
  return this.ask(...args);
} as typeof Client.prototype.query;

function isPrepared(text: string, values: unknown[]): boolean {
  const plain = text.trimStart();
  return !plain.startsWith(replanMarker) && (values.length > 0 || /^(select|with)\b/i.test(plain));
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= maxPrepared) return known;
  names.set(text, `s${names.size + 1}`);
  return names.get(text);
}

interface Frame {
  begins: boolean;
  commits: boolean;
}

/** Sends a statement between its `begin` and `commit`, up to one Sync: past an error PostgreSQL skips the rest. */
function framed(client: Client, statement: Statement, frame: Frame): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const answered = (error: Error | undefined, results: unknown) => {
      if (error) return reject(error);
      const answers = results as Answer[];
      if (frame.commits && answers.at(-1)!.command !== 'COMMIT')
        return reject(new Error('the transaction was not committed'));
      resolve(answers[frame.begins ? 1 : 0]!);
    };
    const query = new FramedQuery(statement, answered);
    query.frame = frame;
    client.query(query);
  });
}

/** What of a connection's wire a statement writes to; `pg` doesn't type it. */
interface Wire extends Connection {
  parse(statement: { text: string }): void;
  bind(portal: object): void;
  execute(portal: object): void;
  sync(): void;
}

class FramedQuery extends Query {
  frame: Frame = { begins: false, commits: false };

  /** Called by `submit`. The statement is parsed before its frame: `pg` takes the first «parsed» for it. */
  prepare(connection: Connection): void {
    const wire = connection as Wire;
    const { begins } = this.frame;
    let { commits } = this.frame;
    const framing = Object.assign(Object.create(wire) as Wire, {
      bind(portal: object) {
        if (begins) issue(wire, 'begin');
        try {
          wire.bind(portal);
        } catch (error) {
          commits = false;
          throw error;
        }
      },
      sync() {
        if (commits) issue(wire, 'commit');
        wire.sync();
      },
    });
    prepare.call(this, framing);
  }
}

const { prepare } = Query.prototype as unknown as { prepare(connection: Connection): void };

function issue(wire: Wire, text: 'begin' | 'commit'): void {
  wire.parse({ text });
  wire.bind({});
  wire.execute({});
}
