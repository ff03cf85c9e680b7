/** What a person can say to a question: agree, say no, or send the form without agreeing. */
export type Word = 'agree' | 'decline' | 'cancel' | 'disagree';

/** The person at a client, as far as an approval can ask them. */
export class Person {
  /** What they were asked so far. */
  readonly questions: string[] = [];
  /** What they say to every question. */
  says: Word = 'decline';

  /** The result of `elicitation/create`. */
  answer({ message }: { readonly message: string }) {
    this.questions.push(message);
    if (this.says === 'decline' || this.says === 'cancel') return { action: this.says };
    return { action: 'accept' as const, content: { approve: this.says === 'agree' } };
  }
}

/** Clients declare that they can show a form, whatever revision they speak. */
export const CAN_BE_ASKED = { elicitation: { form: {} } };
