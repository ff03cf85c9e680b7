import { Module } from '@nestjs/common';
import { AppModule as Bookshop } from '../../../examples/bookshop/src/app.module.js';
import { SwitchboardService } from './switchboard.service.js';

/** The bookshop, and a switchboard that tells how calls arrive. */
@Module({ imports: [Bookshop], providers: [SwitchboardService] })
export class AppModule {}
