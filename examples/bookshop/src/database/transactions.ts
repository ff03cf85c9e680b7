import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** Runs transactions one after the other: the in-memory database has a single connection. */
@Injectable()
export class Transactions {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly dataSource: DataSource) {}

  run<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    const result = this.last.then(() => this.dataSource.transaction(work));
    this.last = result.catch(() => undefined);
    return result;
  }
}
