import type { AccessAct } from '@gatehouse/audit/access-acts/access-act'
import { lastActs, readAccessActs } from '@gatehouse/audit/access-acts/read-access-acts'
import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { createObjectStore } from '@gatehouse/objects/create-object-store'
import type { Secret } from '@gatehouse/runtime/secret'
import { announceCompanyChangeBy, announceKeyEndBy } from '../../announce-change.ts'
import { UsageError, parseOptions } from '../../command.ts'
import { type GroupContext, type Subcommand, defineGroup } from '../../command-group.ts'
import { readObjectStoreUrl, readRedisUrl } from '../../config.ts'
import { formatTable } from '../../format-table.ts'
import { readMoment } from '../../option-values.ts'
import { type ReplayDeps, type ReplayedAct, replayActs } from './replay-acts.ts'

type RestoreDeps = GroupContext & ReplayDeps & { storeUrl: Secret }

/**
 * An act has its time before its commit, so one from shortly before the moment may be missing in the database. Longer
 * than any transaction that revokes or suspends.
 */
const marginMs = 5 * 60_000

/** How far back the payment provider's events can be fetched. */
const sweptDaysMax = 30
const dayMs = 86_400_000

const replay: Subcommand<RestoreDeps> = {
  usage: 'restore replay --since TIME [--dry-run]',
  parse(args) {
    const options = { since: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const
    const { since: text, 'dry-run': isDryRun = false } = parseOptions(args, { options }).values
    const since = readMoment('--since', text)
    return async (deps) => {
      const now = new Date(deps.clock.wallMs())
      if (since > now) throw new UsageError('--since must be the moment of the restore, which is in the past')
      const acts = await readActs(deps, { from: new Date(since.getTime() - marginMs), now })
      const replayed = await replayActs(deps, lastActs(acts), { isDryRun })
      if (!isDryRun) await recordReplay(deps, since, replayed)
      return describeReplay(replayed, { isDryRun, sweptDays: daysBetween(since, now) })
    }
  },
}

async function readActs(
  { storeUrl, clock }: RestoreDeps,
  period: Parameters<typeof readAccessActs>[1],
): Promise<AccessAct[]> {
  const objects = createObjectStore(storeUrl, clock)
  try {
    return await readAccessActs(objects, period)
  } finally {
    await objects.close()
  }
}

/** Each act has an entry of its own, like any revocation or suspension; this one says why there are new ones. */
async function recordReplay(
  { database, ids, by }: RestoreDeps,
  since: Date,
  replayed: readonly ReplayedAct[],
): Promise<void> {
  const applied = replayed.filter(({ before }) => before === 'missing').map(({ act }) => act.id)
  await database.transaction().execute((tx) =>
    recordAuditEntry(ids, tx, {
      ...by,
      companyId: null,
      action: 'restore.replay',
      subject: { kind: 'restore', id: since.toISOString() },
      details: { applied, found: replayed.length },
    }),
  )
}

const heads = ['time', 'act', 'company', 'key or reason', 'outcome']

function describeReplay(
  replayed: readonly ReplayedAct[],
  { isDryRun, sweptDays }: { isDryRun: boolean; sweptDays: number },
): string[] {
  if (replayed.length === 0)
    return [
      'no revocation or suspension was found: check that OBJECT_STORE_URL is the store of the AI service',
    ]
  const outcomes = {
    missing: isDryRun ? 'would be applied' : 'applied',
    'in force': 'already in force',
    unknown: 'created after the moment',
    expired: 'the key has expired since',
  }
  const rows = replayed.map(({ act, before }) => [
    act.at,
    act.kind,
    act.companyId,
    'keyId' in act ? act.keyId : act.reason,
    outcomes[before],
  ])
  const applied = replayed.filter(({ before }) => before === 'missing').length
  return [
    ...formatTable(heads, rows),
    `${applied} of ${replayed.length} acts ${isDryRun ? 'would be' : 'were'} applied`,
    `next: gatehouse events sweep --days ${sweptDays}, then gatehouse reconcile --no-freeze`,
  ]
}

function daysBetween(since: Date, now: Date): number {
  return Math.min(sweptDaysMax, Math.floor((now.getTime() - since.getTime()) / dayMs) + 1)
}

export const restoreCommand = defineGroup({
  name: 'restore',
  summary:
    'after a restore of the database at DATABASE_URL, repeats the revocations and suspensions after its moment, from the copies at OBJECT_STORE_URL',
  open: (context): RestoreDeps => ({
    ...context,
    storeUrl: readObjectStoreUrl(context.terminal),
    announceKeyEnd: announceKeyEndBy(readRedisUrl(context.terminal)),
    announceCompanyChange: announceCompanyChangeBy(readRedisUrl(context.terminal)),
  }),
  subcommands: { replay },
})
