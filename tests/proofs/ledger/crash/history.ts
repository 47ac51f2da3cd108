// Reads the journals as they grow. Every acknowledged charge is looked up in the ledger soon after: it must be there,
// with the same amount.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Company } from '../ledger-setup.ts'
import { type Journal, type CrashSetup } from './crash-setup.ts'
import { type JournalLine, type JournalReader, readJournal } from './journal.ts'

export type History = {
  /** Reads the lines written since the last read. */
  read(): void
  /** Number of charges acknowledged to the settlers of this slot. */
  acknowledged(slot: number): number
  /** Compares the lines read since the last check with the ledger. */
  check(postgres: Queryable): Promise<void>
  findings(): Findings
}

export type Findings = {
  acknowledged: number
  rejected: number
  /** Acknowledged as durable, but missing from the ledger or different there. */
  lost: number
  /** Acknowledged twice as newly charged. */
  doubled: number
  /** Refused for a reason that must not occur. */
  refused: number
}

type Charge = { id: string; company: number; micros: bigint }
type LedgerRow = { id: string; company_id: string; charged_micros: bigint; status: string }

const idsAtOnce = 5_000

export function createHistory({ companies, journals }: Pick<CrashSetup, 'companies' | 'journals'>): History {
  const readers = new Map<Journal, JournalReader>()
  const open = new Map<string, JournalLine>()
  const bySlot = new Map<number, number>()
  const findings: Findings = { acknowledged: 0, rejected: 0, lost: 0, doubled: 0, refused: 0 }
  let unchecked: Charge[] = []

  function note({ slot }: Journal, line: JournalLine): void {
    const { mark, id } = line
    if (mark === 'sent') return void open.set(id, line)
    if (mark === 'moving' || mark === 'moved' || mark === 'over' || mark === 'delivered') return
    const sent = open.get(id)
    open.delete(id)
    if (mark === 'rejected') findings.rejected += 1
    if (mark === 'refused') findings.refused += 1
    // The call is no longer open, so an earlier attempt already had an outcome and this is a second charge.
    if (mark === 'settled' && !sent) findings.doubled += 1
    if (!sent || (mark !== 'settled' && mark !== 'known')) return
    findings.acknowledged += 1
    bySlot.set(slot, (bySlot.get(slot) ?? 0) + 1)
    unchecked.push(sent)
  }

  return {
    read() {
      for (const journal of journals) {
        const reader = readers.get(journal) ?? readJournal(journal.path)
        readers.set(journal, reader)
        for (const line of reader.readNew()) note(journal, line)
      }
    },
    acknowledged: (slot) => bySlot.get(slot) ?? 0,
    async check(postgres) {
      const charges = unchecked
      unchecked = []
      for (let first = 0; first < charges.length; first += idsAtOnce) {
        findings.lost += await countLost(postgres, companies, charges.slice(first, first + idsAtOnce))
      }
    },
    findings: () => ({ ...findings }),
  }
}

async function countLost(
  postgres: Queryable,
  companies: readonly Company[],
  charges: readonly Charge[],
): Promise<number> {
  const { rows } = await postgres.query<LedgerRow>(
    'select id, company_id, charged_micros, status from calls where id = any ($1::uuid[])',
    [charges.map(({ id }) => id)],
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return charges.filter(({ id, company, micros }) => {
    const row = found.get(id)
    return row?.company_id !== companies[company]?.id || row?.charged_micros !== micros
  }).length
}
