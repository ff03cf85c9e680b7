import { Injectable } from '@nestjs/common';
import { McpContext, McpTool } from 'nest-mcp';
import { filter, firstValueFrom, map, ReplaySubject, Subject } from 'rxjs';
import { LineDto } from './line.dto.js';
import { RouteDto } from './route.dto.js';

/** Shows clients what the bookshop has no reason to show. */
@Injectable()
export class SwitchboardService {
  private readonly pickedUp$ = new Subject<string>();
  private readonly cuts = new Map<string, number>();
  private readonly hungUp$ = new ReplaySubject<{ line: string; reason: string }>();

  @McpTool({ description: 'Tell how this call reached the server' })
  describeCall(ctx: McpContext) {
    const { protocolVersion, transport, clientInfo } = ctx;
    return { protocolVersion, transport, client: clientInfo?.name };
  }

  @McpTool({ description: 'Log one message of each of three levels' })
  async writeLogs(ctx: McpContext): Promise<string> {
    await ctx.log('debug', 'the till is open', 'till');
    await ctx.log('warning', 'the till is nearly empty', 'till');
    await ctx.log('error', { text: 'the till is empty', coins: 0 }, 'till');
    return 'logged';
  }

  @McpTool({ description: 'Tell of three rings, then wait until somebody picks up' })
  async ring({ line }: LineDto, ctx: McpContext): Promise<string> {
    const pickedUp = firstValueFrom(this.pickedUp$.pipe(filter((picked) => picked === line)));
    await ctx.progress(1, { total: 3, message: 'first ring' });
    await ctx.progress(2, { total: 3, message: 'second ring' });
    await ctx.progress(3, { total: 3, message: 'third ring' });
    await pickedUp;
    return 'somebody picked up';
  }

  @McpTool({ description: 'Pick up a ringing line' })
  pickUp({ line }: LineDto): void {
    this.pickedUp$.next(line);
  }

  @McpTool({ description: 'Tell that it started, then run until the call is cancelled' })
  async holdLine({ line }: LineDto, ctx: McpContext): Promise<string> {
    const { signal } = ctx;
    const hungUp = new Promise((resolve) => {
      signal.addEventListener('abort', resolve, { once: true });
    });
    await ctx.progress(1);
    await hungUp;
    this.hungUp$.next({ line, reason: String(signal.reason) });
    return 'nobody hears this';
  }

  @McpTool({ description: 'Route a line through a region, which gateways read in a header' })
  routeLine({ line, region = 'any region' }: RouteDto): string {
    return `${line} runs through ${region}`;
  }

  @McpTool({
    description: 'Cut a line, which the policy asks a person about',
    annotations: { destructiveHint: true },
  })
  cutLine({ line }: LineDto): string {
    this.cuts.set(line, this.countCuts({ line }) + 1);
    return 'cut';
  }

  @McpTool({ description: 'Tell how often a line was cut' })
  countCuts({ line }: LineDto): number {
    return this.cuts.get(line) ?? 0;
  }

  @McpTool({ description: 'Wait until a held line was hung up and tell why' })
  awaitHangUp({ line }: LineDto): Promise<string> {
    const reasons$ = this.hungUp$.pipe(
      filter((hangUp) => hangUp.line === line),
      map(({ reason }) => reason),
    );
    return firstValueFrom(reasons$);
  }
}
