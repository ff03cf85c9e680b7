export enum Genre {
  Biography = 'biography',
  Children = 'children',
  Cooking = 'cooking',
  Fantasy = 'fantasy',
  History = 'history',
  Mystery = 'mystery',
  Poetry = 'poetry',
  Science = 'science',
}
