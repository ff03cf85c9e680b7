import type { DynamicModule, Type } from '@nestjs/common';
import { Module } from '@nestjs/common';
import { McpModule } from 'nest-mcp';
import { AppModule as Bookshop } from '../../../examples/bookshop/src/app.module.js';
import { ShopAuthorizer } from '../../../examples/bookshop/src/shop.authorizer.js';
import { SwitchboardService } from './switchboard.service.js';

type Imported = Type | DynamicModule;

const imported = Reflect.getMetadata('imports', Bookshop) as readonly Imported[];
const isServer = (one: Imported): boolean => 'module' in one && one.module === McpModule;

/** The bookshop's own modules and the switchboard, with a server that clients of HTTP+SSE reach too. */
@Module({
  imports: [
    ...imported.filter((one) => !isServer(one)),
    McpModule.forRoot({
      name: 'bookshop',
      version: '1.0.0',
      authorizer: ShopAuthorizer,
      http: { legacySse: true },
    }),
  ],
  providers: [ShopAuthorizer, SwitchboardService],
})
export class SseAppModule {}
