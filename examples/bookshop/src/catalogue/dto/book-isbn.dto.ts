import { Matches } from 'class-validator';

export class BookIsbnDto {
  @Matches(/^97[89]\d{10}$/, { message: 'isbn must be an ISBN-13 without hyphens' })
  isbn!: string;
}
