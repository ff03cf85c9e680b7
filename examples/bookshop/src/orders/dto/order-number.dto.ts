import { Matches } from 'class-validator';

export class OrderNumberDto {
  @Matches(/^BS-\d{6}$/, { message: 'number must look like BS-100042' })
  number!: string;
}
