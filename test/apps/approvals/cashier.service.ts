import { Injectable } from '@nestjs/common';
import { IsInt, Min } from 'class-validator';
import { McpTool } from 'nest-mcp';

export class PaymentDto {
  @IsInt()
  @Min(1)
  euros!: number;
}

/** Pays, and remembers what it paid. */
@Injectable()
export class CashierService {
  readonly payments: number[] = [];

  @McpTool({ description: 'Pay an amount', annotations: { destructiveHint: true } })
  pay({ euros }: PaymentDto): string {
    this.payments.push(euros);
    return `paid ${euros}`;
  }

  @McpTool({ description: 'What was paid so far', annotations: { readOnlyHint: true } })
  paid(): string {
    return this.payments.join(' ');
  }
}
