import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Command } from '../../command.ts'
import { modelsCommand } from './models.ts'
import { runCommand } from '../../testing/run-command.ts'
import { seedCommand } from '../seed.ts'

let open: OpenTestDatabase
beforeEach(async () => {
  open = await openTestDatabase()
})
afterEach(() => open[Symbol.asyncDispose]())

const run = (command: Command, ...args: string[]) => runWith({}, command, ...args)

async function runWith(
  settings: Record<string, string>,
  command: Command,
  ...args: string[]
): Promise<string[]> {
  const environment = { DATABASE_URL: open.url, ...settings }
  const { exitCode, lines } = await runCommand(command, args, { environment })
  expect(exitCode).toBe(0)
  return lines
}

const models = (...args: string[]) => run(modelsCommand, ...args)
const alias = ['--alias', 'svc/chat-default']
const makeAlias = () => models('set-alias', ...alias, '--capability', 'chat', '--max-output-tokens', '4096')
const route = (url: string, model: string, ...more: string[]) =>
  models('set-route', ...alias, '--position', '0', '--base-url', url, '--model', model, ...more)
const price = (input: string, cached: string, output: string) =>
  models('set-price', ...alias, '--input', input, '--cached-input', cached, '--output', output)

test('an alias, its routes and its price are set and listed', async () => {
  expect(await models('list')).toEqual(['there are no aliases: create one with gatehouse models set-alias'])
  expect(await makeAlias()).toEqual(['svc/chat-default was added and is enabled'])
  expect(await route('https://one.example/v1', 'one', '--credential', 'env:ONE_KEY')).toEqual([
    'svc/chat-default: the route to one at https://one.example/v1 was added',
  ])
  await route('https://two.example/v1', 'two', '--beside', '--weight', '3', '--no-enabled')
  await models(
    'set-alias',
    '--alias',
    'svc/e',
    '--capability',
    'embed',
    '--max-output-tokens',
    '0',
    '--disabled',
  )
  await price('0.15', '0.015', '0.6')
  const lines = await models('list')
  expect([lines[0], lines[1], lines.at(-1)]).toEqual([
    'alias             capability  routes  price version  enabled',
    'svc/chat-default  chat        2       1              yes',
    'svc/e             embed       0       none           no',
  ])
  expect(lines.slice(2, -1).sort()).toEqual([
    '  0. one at https://one.example/v1 (env:ONE_KEY)',
    '  0. two at https://two.example/v1 (weight 3, no credential, disabled)',
  ])
})

test('an alias that is disabled stays so until --enabled is given', async () => {
  await makeAlias()
  const set = (...more: string[]) =>
    models('set-alias', ...alias, '--capability', 'chat', '--max-output-tokens', '8192', ...more)
  expect(await set('--disabled')).toEqual(['svc/chat-default was changed and is disabled'])
  expect(await set()).toEqual(['svc/chat-default was changed and is disabled'])
  expect(await set('--enabled')).toEqual(['svc/chat-default was changed and is enabled'])
  await expect(set('--enabled', '--disabled')).rejects.toMatchObject({ code: 'cli.usage' })
})

test('a route replaces those at its position unless --beside is given', async () => {
  await makeAlias()
  await route('https://one.example/v1', 'one')
  expect(
    await route('https://two.example/v1', 'two', '--total-timeout-ms', '5000', '--no-stream-options'),
  ).toEqual([
    'svc/chat-default: the route to two at https://two.example/v1 was added, replacing 1 at its position',
  ])
  const columns = ['provider_model', 'total_timeout_ms', 'supports_stream_options'] as const
  expect(await open.database.selectFrom('model_routes').select(columns).execute()).toEqual([
    { provider_model: 'two', total_timeout_ms: 5_000, supports_stream_options: false },
  ])
})

test('prices are exact to the micro-credit, and the same price makes no new version', async () => {
  await makeAlias()
  expect(await price('0.1', '0.000001', '900000000.000001')).toEqual([
    'svc/chat-default has price version 1 from now on',
  ])
  expect(await price('0.100000', '0.000001', '900000000.000001')).toEqual([
    'svc/chat-default already has this price, as version 1',
  ])
  expect(await open.database.selectFrom('model_prices').selectAll().execute()).toMatchObject([
    {
      input_micros_per_million: 100_000n,
      cached_input_micros_per_million: 1n,
      output_micros_per_million: 900_000_000_000_001n,
    },
  ])
  const entries = await open.database
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { action: 'model_alias.set', actor_id: 'ada' },
    { action: 'model_price.set', actor_id: 'ada' },
  ])
})

test.each([
  [[], 'name a subcommand'],
  [['remove'], 'name a subcommand'],
  [['list', 'all'], 'list takes no options'],
  [['set-alias', ...alias], '--capability must be one of chat, extract, embed'],
  [['set-route', ...alias, '--position', '-1'], 'position'],
  [['set-route', ...alias, '--position', '0'], '--base-url is missing'],
  [['set-price', ...alias, '--input', '0.0000001'], '--input must be credits'],
  [['set-price', ...alias, '--input', '-1'], 'input'],
  [['set-price', ...alias, '--input', '1e3'], '--input must be credits'],
])('wrong arguments change nothing and are explained: %j', async (args, message) => {
  await expect(models(...args)).rejects.toMatchObject({
    code: 'cli.usage',
    publicMessage: expect.stringContaining(message) as string,
  })
})

test('a credential on the command line is refused without being repeated', async () => {
  const secret = 'sk-live-0123456789abcdef'
  await makeAlias()
  for (const leaked of [
    route('https://one.example/v1', 'one', '--credential', secret),
    run(seedCommand, '--provider-url', 'https://one.example/v1', '--credential', secret),
  ]) {
    await expect(leaked).rejects.toMatchObject({
      code: 'cli.usage',
      publicMessage: expect.not.stringContaining(secret) as string,
    })
  }
})

test('an unknown alias is not reported as wrong usage', async () => {
  await expect(price('1', '1', '1')).rejects.toMatchObject({ code: 'models.alias_unknown' })
  await expect(route('https://one.example/v1', 'one')).rejects.toMatchObject({ kind: 'not_found' })
})

test('seeding adds the aliases if a provider is named, and repeating it changes nothing', async () => {
  const provider = ['--provider-url', 'http://127.0.0.1:8090/v1/', '--chat-model', 'm']
  const [, , withoutProvider] = await run(seedCommand)
  expect(withoutProvider).toBe('no aliases were added: name their provider with --provider-url')
  const [company, , added] = await run(seedCommand, ...provider)
  expect(company).toMatch(/already exists$/)
  expect(added).toBe('6 aliases were added, 0 were moved to this provider')
  expect(await run(seedCommand, ...provider)).toContain('0 aliases were added, 0 were moved to this provider')
  const lines = await models('list')
  expect(lines.filter((line) => line === '  0. m at http://127.0.0.1:8090/v1 (no credential)')).toHaveLength(
    5,
  )
  expect(lines.filter((line) => line.startsWith('svc/'))).toHaveLength(6)
  await runWith({ SERVICE_PREFIX: 'acme' }, seedCommand, ...provider)
  expect((await models('list')).filter((line) => line.startsWith('acme/'))).toHaveLength(6)
  await expect(run(seedCommand, '--provider-url', 'localhost')).rejects.toMatchObject({ code: 'cli.usage' })
})

test('the platform’s cost for a company is listed by alias', async () => {
  const companyId = '0197a1de-0000-7000-8000-00000000d302'
  let minutesAgo = 0
  const call = async (charged: number, concerned: string) => {
    minutesAgo += 1
    await open.postgres.query(
      `insert into calls (id, company_id, key_id, alias, operation, status, prompt_tokens, cached_tokens,
         completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms, concerned_company_id)
       values (uuid_at(now() - make_interval(mins => $1)), '00000000-0000-7000-8000-000000000001', uuid_at(now()),
         'svc/extract-default', 'chat', 'SUCCEEDED', 10, 0, 5, $2, 0, 0, 1, $3)`,
      [minutesAgo, charged, concerned],
    )
  }
  await call(1_250_000, companyId)
  await call(250_000, companyId)
  await call(7_000_000, '0197a1de-0000-7000-8000-00000000d303')
  expect(await models('cost', '--company', companyId)).toEqual([
    'svc/extract-default: 2 calls, 0 failed, 1.500000 credits',
  ])
  expect(await models('cost', '--company', companyId, '--to', '2026-01-01')).toEqual([
    'the platform made no calls for this company in that period',
  ])
})

test('seeding creates the key of the AI service once, and only if KEY_PEPPERS is set', async () => {
  const lines = await run(seedCommand)
  expect(lines.join(' ')).toContain('set KEY_PEPPERS')
  const withPeppers = { KEY_PEPPERS: `test:${'p'.repeat(32)}` }
  const seeded = await runWith(withPeppers, seedCommand)
  expect(seeded.join('\n')).toMatch(/GATEWAY_SERVICE_KEY=svc_live_\w{38}/)
  expect((await runWith(withPeppers, seedCommand)).join(' ')).toContain('already has its key')
  const keys = await open.database
    .selectFrom('api_keys')
    .select(['company_id', 'name', 'scopes', 'monthly_credit_cap_micros'])
    .execute()
  expect(keys).toEqual([
    {
      company_id: '00000000-0000-7000-8000-000000000001',
      name: 'AI service',
      scopes: ['inference:chat', 'inference:parse', 'usage:read'],
      monthly_credit_cap_micros: 10_000_000_000n,
    },
  ])
  const prepaid = open.database
    .updateTable('companies')
    .set({ billing_mode: 'PREPAID' })
    .where('id', '=', '00000000-0000-7000-8000-000000000001')
  await expect(prepaid.execute()).rejects.toMatchObject({ constraint: 'companies_platform_is_postpaid' })
})

test('seeding replaces a key of the AI service that lacks the configured cap', async () => {
  const withPeppers = { KEY_PEPPERS: `test:${'p'.repeat(32)}` }
  await runWith(withPeppers, seedCommand)
  // Gives the key the state in which an earlier release would have created it.
  await open.database.updateTable('api_keys').set({ monthly_credit_cap_micros: null }).execute()
  const seeded = (await runWith(withPeppers, seedCommand)).join('\n')
  expect(seeded).toMatch(
    /lacks a cap of 10000\.000000 credits a month[^]*\nGATEWAY_SERVICE_KEY=svc_live_\w{38}\n/,
  )
  const raised = await runWith({ ...withPeppers, SERVICE_KEY_CREDITS_PER_MONTH: '20000' }, seedCommand)
  expect(raised.join('\n')).toContain('GATEWAY_SERVICE_KEY=')
  const caps = await open.database
    .selectFrom('api_keys')
    .select('monthly_credit_cap_micros')
    .orderBy('id')
    .execute()
  expect(caps.map((key) => key.monthly_credit_cap_micros)).toEqual([null, 10_000_000_000n, 20_000_000_000n])
})

test('seeding replaces a key of the AI service that lacks a scope, and says how to revoke the old one', async () => {
  const withPeppers = { KEY_PEPPERS: `test:${'p'.repeat(32)}` }
  await runWith(withPeppers, seedCommand)
  // Gives the key the state in which an earlier release would have created it.
  const old = await open.database
    .updateTable('api_keys')
    .set({ scopes: ['inference:chat', 'usage:read'] })
    .returning('id')
    .executeTakeFirstOrThrow()
  const revoking = `gatehouse keys revoke --company 00000000-0000-7000-8000-000000000001 --key ${old.id}`
  const seeded = (await runWith(withPeppers, seedCommand)).join('\n')
  expect(seeded).toMatch(/lacks inference:parse[^]*\nGATEWAY_SERVICE_KEY=svc_live_\w{38}\n[^]*restart/)
  expect(seeded).toContain(revoking)
  const again = (await runWith(withPeppers, seedCommand)).join('\n')
  expect(again).toContain('already has its key')
  expect(again).toContain(revoking)
})
