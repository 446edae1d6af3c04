import type { Pool } from '@headwater/kit/pg/pool';
import { queryCohorts, type CohortPart } from '../store/cohorts';
import { queryCustomers, type CustomerCounts, type CustomerSelection } from '../store/customers';
import { queryNewMrr, type NewMrr } from '../store/mrr';
import { queryRevenue, type RevenueSelection, type RevenueSums } from '../store/revenue';
import type { Copies } from './copies';
import { sumCohorts } from './sum-cohorts';
import { sumCustomers, sumNewMrr } from './sum-customers';
import { sumRevenue } from './sum-revenue';

/** The reports of a workspace, as of the last `numberChanges`. */
export interface Reports {
  customers(selection: CustomerSelection, openSinceMs: number): Promise<CustomerCounts[]>;
  cohorts(selection: CustomerSelection, withPayers: boolean): Promise<CohortPart[]>;
  revenue(selection: RevenueSelection): Promise<RevenueSums[]>;
  newMrr(selection: RevenueSelection): Promise<NewMrr[]>;
}

/** Reads reports from copies in memory where they exist, otherwise from the database. */
export const createReports = (db: Pool, copies: Copies): Reports => ({
  customers: async (selection, openSinceMs) =>
    (await copies.read(selection.workspaceId, (ledger) => sumCustomers(ledger, selection, openSinceMs))) ??
    queryCustomers(db, selection, openSinceMs),
  cohorts: async (selection, withPayers) =>
    (await copies.read(selection.workspaceId, (ledger) => sumCohorts(ledger, selection, withPayers))) ??
    queryCohorts(db, selection, withPayers),
  revenue: async (selection) =>
    (await copies.read(selection.workspaceId, (ledger) => sumRevenue(ledger, selection))) ??
    queryRevenue(db, selection),
  newMrr: async (selection) =>
    (await copies.read(selection.workspaceId, (ledger) => sumNewMrr(ledger, selection))) ??
    queryNewMrr(db, selection),
});
