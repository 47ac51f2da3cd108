import { randomFillSync } from 'node:crypto'
import { platformCompanyId } from '@gatehouse/companies/platform-company'
import { seedPlatformCompany } from '@gatehouse/companies/seed-platform-company'
import { seedDemoCompany } from '@gatehouse/companies/seed-demo-company'
import { parseProviderUrl } from '@gatehouse/models/providers'
import { isCredentialReference } from '@gatehouse/models/read-credential'
import { type DemoProvider, seedDemoAliases } from '@gatehouse/models/seed-demo-aliases'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { type Command, UsageError, parseOptions, withUsage } from '../command.ts'
import { readDatabaseUrl, readPeppersIfSet, readServiceKeyCap, readServicePrefix } from '../config.ts'
import { type MintDeps, type ServiceKeys, findServiceKeys, mintServiceKey } from '../mint-service-key.ts'
import { openDatabase } from '../open-database.ts'
import { nameKey } from './keys.ts'

export const seedCommand: Command = {
  name: 'seed',
  usage: 'seed [--provider-url URL [--chat-model NAME] [--embed-model NAME] [--credential env:NAME]]',
  summary:
    'adds the demo company, the API key of the AI service and, with --provider-url, the demo aliases, unless they exist',
  async run(terminal, args) {
    const provider = withUsage(seedCommand.usage, () => parseProvider(args))
    const { database, close } = openDatabase(readDatabaseUrl(terminal))
    const clock = createSystemClock()
    const ids = createIds(clock)
    try {
      const { kind, demo } = await seedDemoCompany(database, ids)
      terminal.print(
        `${demo.companyName} (${demo.companyId}) ${kind === 'created' ? 'was added' : 'already exists'}`,
      )
      const peppers = readPeppersIfSet(terminal)
      const deps = {
        database,
        ids,
        clock,
        capMicros: readServiceKeyCap(terminal),
        fillRandom: randomFillSync,
      }
      for (const line of await seedServiceKey({ ...deps, peppers })) terminal.print(line)
      if (!provider) {
        terminal.print('no aliases were added: name their provider with --provider-url')
        return 0
      }
      const { created, rerouted } = await seedDemoAliases(
        { database, ids },
        { ...provider, prefix: readServicePrefix(terminal) },
      )
      terminal.print(`${created.length} aliases were added, ${rerouted.length} were moved to this provider`)
      return 0
    } finally {
      await close()
    }
  },
}

type SeedKeyDeps = Omit<MintDeps, 'peppers'> & { peppers: MintDeps['peppers'] | undefined }

async function seedServiceKey({ peppers, ...deps }: SeedKeyDeps): Promise<string[]> {
  if (!peppers) {
    await seedPlatformCompany(deps.database, deps.ids, 'gatehouse seed')
    return [
      'no key was created for the AI service: set KEY_PEPPERS to the value of the gateway, and seed again',
    ]
  }
  const minting = { ...deps, peppers }
  const { isComplete, lacking } = await findServiceKeys(minting)
  if (isComplete) return ['the AI service already has its key', ...lacking.map(describeRevoking)]
  const rawKey = await mintServiceKey(minting, 'gatehouse seed')
  return [
    ...lacking.map(describeLacking),
    'the key of the AI service, which cannot be shown again:',
    `GATEWAY_SERVICE_KEY=${rawKey.reveal()}`,
    ...(lacking.length > 0 ? ['Set it and restart the AI service.', ...lacking.map(describeRevoking)] : []),
  ]
}

type LackingKey = ServiceKeys['lacking'][number]

function describeLacking({ key, missing }: LackingKey): string {
  return `the key ${nameKey(key)} lacks ${missing.join(', ')}`
}

/** The old key is not revoked here, because a running AI service still uses it. */
function describeRevoking({ key, missing }: LackingKey): string {
  const command = `gatehouse keys revoke --company ${platformCompanyId} --key ${key.id}`
  return `${nameKey(key)} lacks ${missing.join(', ')}. Once it is no longer in use: ${command}`
}

const options = {
  'provider-url': { type: 'string' },
  'chat-model': { type: 'string', default: 'sim-chat' },
  'embed-model': { type: 'string', default: 'sim-embed' },
  credential: { type: 'string' },
} as const

function parseProvider(args: readonly string[]): DemoProvider | undefined {
  const {
    credential,
    'provider-url': url,
    'chat-model': chat,
    'embed-model': embed,
  } = parseOptions(args, { options }).values
  if (url === undefined) return undefined
  const baseUrl = parseProviderUrl(url)
  if (baseUrl === undefined) throw new UsageError('--provider-url must look like http://127.0.0.1:8090/v1')
  if (credential !== undefined && !isCredentialReference(credential)) {
    // The text is not quoted: it may be the credential itself.
    throw new UsageError('--credential must be env:NAME or file:/PATH, never the credential itself')
  }
  return { baseUrl, models: { chat, extract: chat, embed }, credentialRef: credential ?? null }
}
