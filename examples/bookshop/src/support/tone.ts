export enum Tone {
  Apologetic = 'apologetic',
  Formal = 'formal',
  Friendly = 'friendly',
}
