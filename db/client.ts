import { Client, Query } from 'pg';
import type { Connection, QueryResult } from 'pg';

/** A statement that begins with this is planned at each call, since a rare value needs another plan than a common one. */
const replanMarker = '/* replan */';

/**
 * A statement that begins with this is the last of its transaction: it is sent in one message with the commit, and if it
 * fails, nothing is committed. To roll back it must fail; an empty result is committed.
 */
export const commitMarker = '/* and commit */';

/** The maximum number of prepared statements; further ones are sent unprepared each time. */
const maxPrepared = 500;
const names = new Map<string, string>();

/** `unsent`: `begin` was called, and is sent together with the first statement. */
type Transaction = 'none' | 'unsent' | 'open' | 'committed';

interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

type Answer = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>;

const send = Client.prototype.query as (...args: unknown[]) => Promise<Answer>;

/**
 * A client that saves planning time and round trips, of which a purchase would need nineteen:
 *
 * - it prepares each statement once per connection, so that it is parsed and planned once instead of at each call;
 * - `begin` is sent with the first statement of a transaction, and `commit` with the last one if it is marked
 *   ({@link commitMarker}). They form one message, so PostgreSQL executes all of them or stops at the first error.
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

// The types of `query` are a dozen overloads, none of which is more precise than this.
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

/** Sends a statement with its `begin` and `commit` before one Sync: after an error PostgreSQL skips the rest. */
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

/** The methods of the connection that write protocol messages; `pg` has no types for them. */
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
