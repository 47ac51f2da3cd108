// What makes an alert fire in running services, and what ends it.
import type { ObservedPlatform } from './observed-platform.ts'

export type Provocation = {
  begin(platform: ObservedPlatform): Promise<void>
  end(platform: ObservedPlatform): Promise<void>
}

const hourMs = 3_600_000

/** The server of the database reports a backup that is older than the alert allows. */
export const reportOldBackup: Provocation = {
  begin: ({ reportBackup }) => reportBackup(Date.now() - 31 * hourMs),
  end: ({ reportBackup }) => reportBackup(Date.now()),
}

/** A balance that its transfers do not explain, as no statement of the product could write it. */
export const plantDrift: Provocation = {
  async begin(platform) {
    await changeBalance(platform, 1)
    await platform.reconcile()
  },
  async end(platform) {
    await changeBalance(platform, -1)
    await platform.reconcile()
  },
}

async function changeBalance({ pool, idleCompanyId }: ObservedPlatform, micros: number): Promise<void> {
  await pool.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query('update credit_accounts set balance_micros = balance_micros + $2 where owner_id = $1', [
      idleCompanyId,
      micros,
    ])
  })
}

export const stopPostgres: Provocation = {
  begin: ({ postgres }) => postgres.stop(),
  end: ({ postgres }) => postgres.restart(),
}
