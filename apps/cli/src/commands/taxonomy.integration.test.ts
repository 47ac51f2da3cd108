import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { taxonomyCommand } from './taxonomy.ts'
import { runCommand } from '../testing/run-command.ts'

let open: OpenTestDatabase
let folder: string
beforeAll(async () => {
  open = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'taxonomy-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await open[Symbol.asyncDispose]()
})

async function taxonomy(...args: string[]): Promise<string[]> {
  const { exitCode, lines } = await runCommand(taxonomyCommand, args, {
    environment: { DATABASE_URL: open.url },
  })
  expect(exitCode).toBe(0)
  return lines
}

test('a published file is imported with its progress, and listed', async () => {
  expect(await taxonomy('list')).toEqual(['no taxonomy was imported; the built-in list is in use'])
  const file = join(folder, 'Technology Skills.txt')
  const rows = Array.from({ length: 2_500 }, (_, index) => `15-1252.00\tTool ${index}\t1\tSoftware\tN\tN`)
  const header = 'O*NET-SOC Code\tExample\tCommodity Code\tCommodity Title\tHot Technology\tIn Demand'
  await writeFile(file, [header, ...rows].join('\n'))
  expect(await taxonomy('import', file)).toEqual([
    `${file}: 2000 rows`,
    `${file}: onet-technology-skills, 2500 concepts with 2500 names, 0 earlier ones removed`,
  ])
  expect(await taxonomy('list')).toEqual([
    expect.stringMatching(/^onet-technology-skills {2}2500 concepts with 2500 names {2}imported 2/),
  ])
})

test('a file of an unsupported format is refused with the supported columns', async () => {
  const file = join(folder, 'ages.csv')
  await writeFile(file, 'name,age\nAna,7\n')
  await expect(taxonomy('import', file)).rejects.toThrow(
    /has the columns name, age.*esco-skills: preferredLabel/s,
  )
  await expect(taxonomy('import')).rejects.toThrow('name the files')
})
