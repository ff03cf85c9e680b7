/** Key of the question whether a call may run at all. */
export const APPROVAL_KEY = 'approval';

const UNNAMED = /^question-\d+$/;

/** True for a key an author may give a question; the others are those of approvals and unnamed ones. */
export const isAuthorsKey = (key: string): boolean =>
  key !== '' && key !== APPROVAL_KEY && !UNNAMED.test(key);

/** The names of the questions that one run of a handler asks. */
export class QuestionNames {
  private readonly words = new Map<string, string>();
  private unnamed = 0;

  /**
   * The name of the next question: its key, or its place among those without one.
   *
   * @throws TypeError for a key that questions of another kind have
   */
  next(key: string | undefined): string {
    if (key === undefined) return `question-${++this.unnamed}`;
    if (isAuthorsKey(key)) return key;
    throw new TypeError(
      `key "${key}" is reserved; give a question a name of its own, such as "shipping-address"`,
    );
  }

  /**
   * Notes the words of a question. Asked once more in the same words, it is the same question.
   *
   * @throws TypeError for a second question of this name
   */
  claim(name: string, digest: string): void {
    const known = this.words.get(name);
    if (known !== undefined && known !== digest) {
      throw new TypeError(`two questions of one call have the key "${name}"`);
    }
    this.words.set(name, digest);
  }
}
