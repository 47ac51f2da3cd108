import { randomFillSync } from 'node:crypto'
import { formatCredits } from '@gatehouse/credits/credit'
import { type ApiKey, type Scope, isScope, keyStatus, scopes } from '@gatehouse/keys/api-key'
import { type NewApiKey, createApiKey } from '@gatehouse/keys/create-api-key'
import { listApiKeys } from '@gatehouse/keys/find-keys'
import type { Peppers } from '@gatehouse/keys/hash-key'
import type { MintedKey } from '@gatehouse/keys/insert-key'
import type { AnnounceKeyEnd } from '@gatehouse/keys/key-ports'
import { revokeApiKey } from '@gatehouse/keys/revoke-api-key'
import { rotateApiKey } from '@gatehouse/keys/rotate-api-key'
import { announceKeyEndBy } from '../announce-change.ts'
import { type GroupContext, type Subcommand, defineGroup } from '../command-group.ts'
import { UsageError, parseOptions } from '../command.ts'
import { readPeppers, readRedisUrl } from '../config.ts'
import {
  formatTime,
  readCreditMicros,
  readId,
  readList,
  readTime,
  readWholeNumber,
  required,
} from '../option-values.ts'

type KeyDeps = GroupContext & {
  /** Read only when a key is created: the other subcommands do not need KEY_PEPPERS. */
  readPeppers: () => Peppers
  announceKeyEnd: AnnounceKeyEnd
}
type KeySubcommand = Subcommand<KeyDeps>

const createOptions = {
  company: { type: 'string' },
  name: { type: 'string' },
  scopes: { type: 'string' },
  models: { type: 'string' },
  rpm: { type: 'string' },
  tpm: { type: 'string' },
  'monthly-cap': { type: 'string' },
  'company-usage': { type: 'boolean' },
  expires: { type: 'string' },
} as const

const create: KeySubcommand = {
  usage:
    'keys create --company ID --name TEXT [--scopes A,B] [--models ALIAS,ALIAS] [--rpm N] [--tpm N] ' +
    '[--monthly-cap CREDITS] [--company-usage] [--expires TIME]',
  parse(args) {
    const newKey = parseNewKey(args)
    return async (deps) => {
      const minted = await createApiKey(toMintingDeps(deps), newKey, deps.by)
      return [`${nameKey(minted.key)} was created`, ...describeMinted(minted)]
    }
  },
}

/** Omitted options are left undefined, so that the domain's defaults apply. */
function parseNewKey(args: readonly string[]): NewApiKey {
  const { values } = parseOptions(args, { options: createOptions })
  const { rpm, tpm, models, expires, 'monthly-cap': cap } = values
  return {
    companyId: readId('--company', values.company),
    name: required('--name', values.name),
    mayReadCompanyUsage: values['company-usage'] ?? false,
    ...(values.scopes !== undefined && { scopes: readScopes(values.scopes) }),
    ...(models !== undefined && { modelAllowlist: readList(models) }),
    ...(rpm !== undefined && { rpmLimit: readWholeNumber('--rpm', rpm, rateRange) }),
    ...(tpm !== undefined && { tpmLimit: readWholeNumber('--tpm', tpm, rateRange) }),
    ...(cap !== undefined && { monthlyCreditCapMicros: readCreditMicros('--monthly-cap', cap) }),
    ...(expires !== undefined && { expiresAt: readTime('--expires', expires) }),
  }
}

const rateRange = { min: 1, max: 9_999_999_999 }

function readScopes(text: string): Scope[] {
  return readList(text).map((name) => {
    if (!isScope(name)) throw new UsageError(`${name} is not a scope: the scopes are ${scopes.join(', ')}`)
    return name
  })
}

const list: KeySubcommand = {
  usage: 'keys list --company ID',
  parse(args) {
    const { company } = parseOptions(args, { options: { company: { type: 'string' } } }).values
    const companyId = readId('--company', company)
    return async ({ database, clock }) => {
      const keys = await listApiKeys(database, companyId)
      if (keys.length === 0) return ['the company has no keys: create one with gatehouse keys create']
      const now = new Date(clock.wallMs())
      return keys.flatMap((key) => describeListed(key, now))
    }
  },
}

const revoke: KeySubcommand = {
  usage: 'keys revoke --company ID --key ID',
  parse(args) {
    const options = { company: { type: 'string' }, key: { type: 'string' } } as const
    const { company, key: id } = parseOptions(args, { options }).values
    const name = { companyId: readId('--company', company), keyId: readId('--key', id) }
    return async (deps) => {
      const { kind, key, isAnnounced } = await revokeApiKey(deps, name, deps.by)
      return [
        `${nameKey(key)} ${kind === 'revoked' ? 'was revoked' : 'was already revoked'}`,
        isAnnounced
          ? 'every gateway refuses it within a second'
          : 'every gateway refuses it within 5 s (within one second if REDIS_URL is set and reachable)',
      ]
    }
  },
}

const rotate: KeySubcommand = {
  usage:
    'keys rotate --company ID --key ID [--expires TIME|never] (TIME is for the new key; end the old one with keys revoke)',
  parse(args) {
    const options = {
      company: { type: 'string' },
      key: { type: 'string' },
      expires: { type: 'string' },
    } as const
    const { company, key, expires } = parseOptions(args, { options }).values
    const rotation = {
      companyId: readId('--company', company),
      keyId: readId('--key', key),
      ...(expires !== undefined && { expiresAt: readTime('--expires', expires) }),
    }
    return async (deps) => {
      const minted = await rotateApiKey(toMintingDeps(deps), rotation, deps.by)
      return [
        `${nameKey(minted.key)} was created; ${rotation.keyId} stays live until it is revoked`,
        ...describeMinted(minted),
      ]
    }
  },
}

export const keysCommand = defineGroup({
  name: 'keys',
  summary: 'creates, lists, rotates and revokes the API keys of a company at DATABASE_URL',
  open: (context): KeyDeps => ({
    ...context,
    readPeppers: () => readPeppers(context.terminal),
    announceKeyEnd: announceKeyEndBy(readRedisUrl(context.terminal)),
  }),
  subcommands: { create, list, revoke, rotate },
})

function toMintingDeps(deps: KeyDeps) {
  return { ...deps, peppers: deps.readPeppers(), fillRandom: randomFillSync }
}

export function nameKey({ name, hint }: ApiKey): string {
  return `${name} (…${hint})`
}

/** Permissions, limits and expiry, in one line. */
function describeKey(key: ApiKey): string {
  const { monthlyCreditCapMicros: cap } = key
  const parts = [
    key.scopes.join(', '),
    key.modelAllowlist?.join(', ') ?? 'every alias',
    `${key.rpmLimit} RPM, ${key.tpmLimit} TPM`,
    cap === null ? '' : `at most ${formatCredits(cap)} credits a month`,
    key.mayReadCompanyUsage ? "reads the company's usage" : '',
    key.expiresAt ? `expires ${formatTime(key.expiresAt)}` : 'never expires',
  ]
  return parts.filter((part) => part !== '').join('; ')
}

/** The only output that ever contains a raw key. */
function describeMinted({ key, rawKey }: MintedKey): string[] {
  return [
    `  id ${key.id}`,
    `  ${describeKey(key)}`,
    'This is the key. It is not stored and cannot be shown again:',
    rawKey.reveal(),
  ]
}

function describeListed(key: ApiKey, now: Date): string[] {
  const status = keyStatus(key, now)
  const since = key.revokedAt ? ` since ${formatTime(key.revokedAt)}` : ''
  const lastUse = key.lastUsedAt ? `last used ${formatTime(key.lastUsedAt)}` : 'never used'
  const sibling = key.rotatedFromId ? [`    rotated from ${key.rotatedFromId}`] : []
  return [`${key.id}  ${status}${since}  ${nameKey(key)}  ${lastUse}`, `    ${describeKey(key)}`, ...sibling]
}
