import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { McpTool } from 'nest-mcp';
import { Like, type Repository } from 'typeorm';
import { Customer } from './customer.entity.js';
import { CustomerIdDto } from './dto/customer-id.dto.js';
import { SearchCustomersDto } from './dto/search-customers.dto.js';

@Injectable()
export class CustomersService {
  constructor(@InjectRepository(Customer) private readonly customers: Repository<Customer>) {}

  @McpTool({
    description: 'Search customers by name or e-mail address',
    annotations: { readOnlyHint: true },
  })
  searchCustomers({ text = '' }: SearchCustomersDto): Promise<Customer[]> {
    const like = Like(`%${text}%`);
    return this.customers.find({
      where: [{ name: like }, { email: like }],
      order: { name: 'ASC' },
      take: 20,
    });
  }

  async findCustomer({ id }: CustomerIdDto): Promise<Customer> {
    const customer = await this.customers.findOneBy({ id });
    if (!customer) {
      throw new NotFoundException(`There is no customer ${id}`);
    }
    return customer;
  }
}
