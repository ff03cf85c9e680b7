import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { seed } from './seed.js';
import { Transactions } from './transactions.js';

/** An in-memory SQLite, empty at start-up and filled before anything is injected. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      useFactory: () => ({ type: 'sqljs', autoLoadEntities: true, synchronize: true }),
      dataSourceFactory: async (options?: DataSourceOptions) => {
        if (!options) {
          throw new Error('The database has no options.');
        }
        const dataSource = await new DataSource(options).initialize();
        await seed(dataSource);
        return dataSource;
      },
    }),
  ],
  providers: [Transactions],
  exports: [Transactions],
})
export class DatabaseModule {}
