import { expect, test } from 'vitest'
import { holdsInThisRepository } from './holds-in-this-repository.ts'
import type { Repository } from './repository/repository.ts'
import { violationsIn } from './repository/rule.ts'
import { shards } from './rules/shards.ts'

holdsInThisRepository(shards)

const path = 'domain/limits/src/a.ts'
const violations = (texts: Record<string, string>, directory: Record<string, string> = {}): string[] =>
  violationsIn((repository: Repository) => shards(repository, directory), texts)

test.each([
  ['export async function read(postgres: Queryable, companyId: string): Promise<Row> {}'],
  ['export async function list(\n  database: Database,\n  companyId: string,\n) {}'],
  ['type Deps = { shards: Shards<Queryable> }\nconst a = ({ companyId }: Key) => shards.of(companyId)'],
  ['export function createReader(shards: Shards): (companyId: string) => Promise<void> {}'],
  ['// keeps postgres: Queryable\nconst companyId = 1'],
  ['export function createClock(postgres: Queryable) {}'],
  ['const { shards, logger } = resources'],
])('a file that keeps the rule: %j', (text) => {
  expect(violations({ [path]: text })).toEqual([])
})

test.each([
  ['type Deps = { postgres: Postgres; ids: Ids }\nconst companyId = 1', 1],
  ['type Deps = {\n  ids: Ids\n  database: Database\n}\nconst companyId = 1', 3],
  ['class Reader {\n  readonly #database: Database\n  read(companyId: string) {}\n}', 2],
  ['export function createFind(postgres: Queryable): (companyId: string) => void {}', 1],
  ['export function openFind(\n  postgres: Queryable,\n): (companyId: string) => void {}', 1],
])('an object that keeps connections and learns the company later: %j', (text, line) => {
  expect(violations({ [path]: text })).toEqual([
    `${path}:${line} keeps connections although it learns the company later: keep Shards and call shards.of(companyId)`,
  ])
})

test.each([
  ['const { clock, postgres } = resources'],
  ['read(resources.postgres)'],
  ['export function open({ clock, postgres }: ServiceResources) {}'],
  ["export function open({ postgres: own }: Pick<ServiceResources, 'clock' | 'postgres'>) {}"],
])('a file that takes the connections of the service: %j', (text) => {
  expect(violations({ 'apps/gateway/src/a.ts': text })).toEqual([
    'apps/gateway/src/a.ts:1 takes the connections of the service: take its shards, and of them the company’s or the directory',
  ])
})

test('the folders of the directory, tests and foundation may keep connections', () => {
  const text = 'type Deps = { postgres: Postgres }\nconst companyId = 1'
  const paths = ['domain/keys/src/a.ts', 'domain/jobs/src/a.test.ts', 'foundation/tasks/src/a.ts']
  expect(violations(Object.fromEntries(paths.map((one) => [one, text])), { 'domain/keys': 'why' })).toEqual(
    [],
  )
})

test('a listed folder that does not exist', () => {
  expect(violations({}, { 'apps/gone': 'why' })).toEqual([
    'apps/gone is an exception of shards but not a folder: remove the entry',
  ])
})
