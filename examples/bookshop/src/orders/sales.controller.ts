import { Controller, Get, Query } from '@nestjs/common';
import { SalesReportQueryDto } from './dto/sales-report-query.dto.js';
import type { SalesReportDto } from './dto/sales-report.dto.js';
import { SalesService } from './sales.service.js';

@Controller('sales')
export class SalesController {
  constructor(private readonly sales: SalesService) {}

  @Get()
  report(@Query() query: SalesReportQueryDto): Promise<SalesReportDto> {
    return this.sales.salesReport(query);
  }
}
