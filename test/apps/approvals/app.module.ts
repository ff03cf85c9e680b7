import { Module } from '@nestjs/common';
import { McpModule } from 'nest-mcp';
import { CashierService } from './cashier.service.js';
import { CautiousAuthorizer } from './cautious.authorizer.js';

/** A cashier who pays only what a person approved; who calls is in a header. */
@Module({
  imports: [
    McpModule.forRoot({
      name: 'cashier',
      authorizer: CautiousAuthorizer,
      principal: ({ headers }: { headers: Record<string, string | undefined> }) =>
        headers['x-user'],
      limits: { shutdownGraceMs: 1 },
    }),
  ],
  providers: [CashierService, CautiousAuthorizer],
})
export class AppModule {}
