import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { posting, seedMatches } from '../../../console/seed/seed-matches.ts'
import { seedTalent } from '../../../console/seed/seed-talent.ts'
import type { Hands } from './hands/hands.ts'
import type { TaskSetup } from './open-task-setup.ts'
import { button, findBySearch, railLink, untilTitled } from './places.ts'
import { type Task, expectSame } from './task.ts'

const who = 'recruiter'
const title = 'Senior Backend Engineer'
const filesCount = 50
/** Reading is the work of the AI service, and takes longer than a step of the person. */
const readMsMax = 120_000

const matchList = (hands: Hands) => hands.page.getByRole('grid', { name: 'Best matches' })

export const recruiterTasks: readonly Task[] = [
  {
    who,
    name: 'upload 50 CVs and know what became of each',
    clicks: 1,
    seconds: 2,
    prepare: prepareUpload,
  },
  {
    who,
    name: 'open the best matches of a job',
    clicks: 2,
    seconds: 3,
    async prepare(setup) {
      const { user, talentIds } = await seedMatches(setup)
      return {
        user,
        async perform(hands) {
          await hands.activate(railLink(hands.page, 'Jobs'))
          await hands.openRow(hands.page.getByRole('grid', { name: 'Jobs' }), title)
          await matchList(hands).getByRole('row').nth(1).waitFor()
        },
        async verify(hands) {
          const best = await matchList(hands).getByRole('row').nth(1).innerText()
          const shortId = talentIds[0].slice(-4)
          if (!best.includes(shortId)) throw new Error(`the best match is ${best}, not …${shortId}`)
        },
      }
    },
  },
  {
    who,
    name: 'see why a talent scores that: requirement and line',
    clicks: 1,
    seconds: 2,
    prepare: prepareMatch,
  },
  {
    who,
    name: 'post a job from a text',
    clicks: 3,
    seconds: 30,
    async prepare(setup) {
      const { user, companyId } = await setup.addCompanyUser('MEMBER')
      return {
        user,
        async perform(hands) {
          const { page } = hands
          await hands.activate(railLink(page, 'Jobs'))
          await hands.activate(button(page, 'Post a job'))
          await hands.paste(page.getByLabel('Text of the posting'), posting)
          const understood = page.getByRole('region', { name: 'What was understood' })
          await understood.getByText('At least 5 years of Node.js').first().waitFor()
          await hands.activate(button(page, 'Post and match'))
          await untilTitled(page, title)
        },
        async verify() {
          const job = await setup.database
            .selectFrom('jobs')
            .select(['title', 'status'])
            .where('company_id', '=', companyId)
            .executeTakeFirst()
          expectSame('the job', `${job?.title}, ${job?.status}`, `${title}, ACTIVE`)
        },
      }
    },
  },
  {
    who,
    name: 'find people by words in their documents',
    clicks: 0,
    seconds: 3,
    async prepare(setup) {
      const { user, companyId } = await setup.addCompanyUser('MEMBER')
      const talentId = await seedTalent(setup, companyId)
      await seedTalent(setup, companyId, 'Bea Example\nNight nurse\n\nSKILLS\n- triage\n')
      const found = (hands: Hands) => hands.page.getByRole('region', { name: 'Found' }).getByRole('link')
      return {
        user,
        async perform(hands) {
          const { page } = hands
          await hands.press('g', 't')
          await untilTitled(page, 'Talents')
          await hands.press('/')
          await hands.type(page.getByRole('searchbox'), 'stainless steel')
          await hands.press('Enter')
          await found(hands).first().waitFor()
        },
        async verify(hands) {
          expectSame('the number of people', await found(hands).count(), 1)
          const address = (await found(hands).getAttribute('href')) ?? ''
          expectSame('the talent', address.split('/').at(-1), talentId)
        },
      }
    },
  },
]

async function prepareMatch(setup: TaskSetup) {
  const { user, companyId, jobId, talentIds } = await seedMatches(setup)
  const [talentId] = talentIds
  const requirement = 'At least 5 years of Node.js'
  const { data } = await setup.backend.ask(
    `query ($companyId: ID!, $jobId: ID!, $talentId: ID!) {
      match(companyId: $companyId, jobId: $jobId, talentId: $talentId) { rows { text lines } } }`,
    { user, variables: { companyId, jobId, talentId } },
  )
  const { rows } = (data as { match: { rows: { text: string; lines: number[] }[] } }).match
  const place = rows.findIndex(({ text }) => text === requirement)
  return {
    user,
    async perform(hands: Hands) {
      await findBySearch(hands, title)
      await hands.openRow(matchList(hands), talentId.slice(-4))
      await hands.page.locator('.requirement').first().waitFor()
      // One too far, and back.
      for (let step = 0; step <= place + 1; step += 1) await hands.press('j')
      await hands.press('k')
      const pointed = hands.page.locator('.requirement[data-pointed] .requirement-name')
      await pointed.getByText(requirement, { exact: true }).waitFor()
    },
    async verify({ page }: Hands) {
      expectSame('the talent', new URL(page.url()).pathname.split('/').at(-1), talentId)
      const marked = await page.locator('.numbered-line[data-marked]').all()
      const lines = await Promise.all(marked.map((line) => line.getAttribute('data-line')))
      expectSame('the lines that show it', lines.join(), rows[place]?.lines.join())
    },
  }
}

async function prepareUpload(setup: TaskSetup) {
  const { user, companyId } = await setup.addCompanyUser('MEMBER')
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-cvs-'))
  const paths = Array.from({ length: filesCount }, (_, index) => join(folder, `cv-${index}.txt`))
  // One of them has nothing in it, so it is refused.
  for (const [index, path] of paths.entries()) await writeFile(path, index === 7 ? '' : composeCv(index))
  const tray = (hands: Hands) => hands.page.getByRole('region', { name: 'Work in progress' })
  return {
    user,
    async perform(hands: Hands) {
      const { page } = hands
      await hands.press('g', 'd')
      await untilTitled(page, 'Documents')
      const zone = page.getByRole('region', { name: 'Drop files here to upload them' })
      await zone.waitFor()
      await hands.giveFiles({ zone, button: button(page, 'Choose files') }, paths)
      await tray(hands)
        .getByText(`${filesCount - 1} read, 1 refused`)
        .waitFor({ timeout: readMsMax })
    },
    async verify(hands: Hands) {
      await rm(folder, { recursive: true })
      expectSame('the files in the tray', await tray(hands).locator('.tray-part').count(), filesCount)
      const { count } = await setup.database
        .selectFrom('documents')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .where('company_id', '=', companyId)
        .where('status', 'in', ['READ', 'PARSED'])
        .executeTakeFirstOrThrow()
      expectSame('the documents that were read', Number(count), filesCount - 1)
    },
  }
}

function composeCv(index: number): string {
  return `Person ${index}\nWelder\n\nEXPERIENCE\nWelder, Works ${index} Ltd\n01/2019 - present\n- MIG welding\n\nLANGUAGES\nGerman B1\n`
}
