/** A request to the client, as its handlers see it. */
export interface Question {
  readonly message: string;
  readonly url: string | undefined;
}

/** What a person does with a question. */
export interface Answer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Record<string, string | number | boolean>;
}

/** The person, model and files behind a client. */
export class Traveller {
  /** Messages and addresses asked so far. */
  readonly asked: string[] = [];
  answers: Readonly<Record<string, Answer>> = {};

  elicit({ message, url }: Question): Answer {
    this.asked.push(url === undefined ? message : `${message} ${url}`);
    return this.answers[message] ?? { action: 'accept', content: { sure: true } };
  }

  sample() {
    this.asked.push('model');
    const content = { type: 'text' as const, text: 'south' };
    return { role: 'assistant' as const, content, model: 'compass' };
  }

  roots() {
    this.asked.push('roots');
    return { roots: [{ uri: 'file:///maps', name: 'maps' }] };
  }

  /** What was asked since the last look. */
  take(): readonly string[] {
    return this.asked.splice(0);
  }
}

/** A client of some library, connected. */
export interface TravelClient {
  readonly traveller: Traveller;
  readonly revision: string | undefined;
  /** The text of a tool's result. */
  call(name: string): Promise<string>;
  prompt(name: string): Promise<string>;
  read(uri: string): Promise<string>;
  close(): Promise<void>;
}
