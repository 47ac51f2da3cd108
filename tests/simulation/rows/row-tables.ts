// The tables that the inbox of payment events reads and writes: their unique columns, and the defaults of their columns,
// as in domain/schema/schema.sql.
import type { Row } from './row.ts'

export type TableDefinition = {
  /** The first one is the primary key. */
  readonly unique: readonly [string, ...string[]]
  readonly defaults: (now: Date) => Row
}

const firstAttemptMs = 2_000
const purchaseCheckMs = 600_000
const invoiceCheckMs = 3_600_000

export const tableDefinitions: Readonly<Record<string, TableDefinition>> = {
  companies: { unique: ['id'], defaults: () => ({}) },
  provider_customers: { unique: ['provider_customer_id'], defaults: (now) => ({ created_at: now }) },
  provider_events: {
    unique: ['id'],
    defaults: (now) => ({
      status: 'RECEIVED',
      attempts: 0,
      next_attempt_at: later(now, firstAttemptMs),
      last_error: null,
      waits_for: null,
      received_at: now,
      processed_at: null,
    }),
  },
  provider_event_sweeps: { unique: ['is_only'], defaults: (now) => ({ is_only: true, updated_at: now }) },
  credit_pack_purchases: {
    unique: ['id', 'provider_session_id'],
    defaults: (now) => ({
      bought_by: null,
      status: 'PENDING',
      provider_session_id: null,
      provider_payment_intent_id: null,
      paid_minor: null,
      is_awaiting_payment: false,
      mismatch: null,
      next_check_at: later(now, purchaseCheckMs),
      checks: 0,
      completed_at: null,
      created_at: now,
      updated_at: now,
    }),
  },
  paid_grants: {
    unique: ['business_key'],
    defaults: (now) => ({
      purchase_id: null,
      provider_invoice_id: null,
      revoked_micros: 0n,
      reinstatements: 0,
      created_at: now,
      held_micros: 0n,
      holds: 0,
      not_taken_micros: null,
    }),
  },
  provider_charges: {
    unique: ['provider_charge_id'],
    defaults: (now) => ({
      refunded_minor: 0n,
      has_failed_refund: false,
      dispute_status: null,
      dispute_id: null,
      disputed_minor: 0n,
      revision: 1n,
      created_at: now,
      updated_at: now,
    }),
  },
  provider_disputes: {
    unique: ['provider_dispute_id'],
    defaults: (now) => ({ created_at: now, updated_at: now }),
  },
  invoices: {
    unique: ['id', 'provider_invoice_id', 'purchase_id'],
    defaults: (now) => ({
      provider_invoice_id: null,
      purchase_id: null,
      provider_subscription_id: null,
      number: null,
      amount_remaining_minor: 0n,
      due_at: null,
      attempt_count: 0,
      next_payment_attempt_at: null,
      is_action_required: false,
      finalization_error: null,
      hosted_invoice_url: null,
      invoice_pdf_url: null,
      revision: 1n,
      next_check_at: later(now, invoiceCheckMs),
      created_at: now,
      updated_at: now,
      plan_lines_minor: null,
      plan_ids: [],
      trial_plan_ids: [],
      free_periods: [],
    }),
  },
  top_up_settings: { unique: ['company_id'], defaults: () => ({}) },
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms)
}
