import { seedDocument } from '@gatehouse/backend/testing/seed-company'
import { expect, test } from 'vitest'
import { type StateRow, expectState, makeUnavailable } from '../expect-state.ts'
import { type OpenConsole, type Page, openConsole } from '../open-console.ts'
import { markRead, seedDocuments } from '../seed/seed-documents.ts'

async function memberWithDocuments(opened: OpenConsole) {
  const { user, companyId } = await opened.addCompanyUser('MEMBER')
  await seedDocuments(opened, companyId)
  return user
}

const memberOf = async ({ addCompanyUser }: OpenConsole) => (await addCompanyUser('MEMBER')).user

async function open(page: Page, search = ''): Promise<void> {
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.goto(`${new URL(page.url()).pathname}/documents${search}`)
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor()
}

const text = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})

test.each<StateRow>([
  {
    state: 'empty',
    as: memberOf,
    async show(page) {
      await open(page)
      await page.getByText('Upload your first CVs').waitFor()
    },
  },
  {
    state: 'ready',
    as: memberWithDocuments,
    async show(page) {
      await open(page)
      await page.getByText('maria-ionescu-cv.pdf').waitFor()
      await page.getByText('Waiting to be read').waitFor()
      await page.getByText('Refused', { exact: true }).last().waitFor()
    },
  },
  {
    state: 'filtered',
    as: memberWithDocuments,
    async show(page) {
      await open(page, '?status=REFUSED')
      await page.getByText('scan-of-a-cv.pdf').waitFor()
      expect(await page.getByText('maria-ionescu-cv.pdf').count()).toBe(0)
    },
  },
  {
    state: 'noneMatch',
    as: memberWithDocuments,
    async show(page) {
      await open(page)
      await page.getByLabel('Kind').selectOption('Other files')
      await page.getByText('No documents match these filters').waitFor()
    },
  },
  {
    state: 'uploaded',
    as: memberOf,
    async show(page) {
      await open(page)
      await page.locator('input[type=file]').setInputFiles([
        text('ana-pop.txt', 'Ana Pop, welder'),
        text('empty.txt', ''),
        {
          name: 'photo.png',
          mimeType: 'image/png',
          buffer: Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
        },
      ])
      await page.getByText('1 to be read, 2 refused').waitFor()
      await page.getByText('The file is empty.').waitFor()
      await page.getByRole('grid', { name: 'Documents' }).getByText('ana-pop.txt').waitFor()
    },
  },
  {
    state: 'unavailable',
    as: memberOf,
    async show(page) {
      await makeUnavailable(page, 'Documents')
      await open(page)
      await page.getByRole('alert').getByText('Not available right now').waitFor()
    },
  },
])('documents: $state', (row) => expectState('documents', row))

test('fifty files are uploaded by one drop, and the tray says what became of each on any page', async () => {
  const opened = await openConsole()
  const { user, companyId } = await opened.addCompanyUser('MEMBER')
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await open(page)
  await page.locator('.drop-page').waitFor()
  // A drop as the browser sends it: the test cannot move files from a desktop.
  await page.evaluate(`{
    const data = new DataTransfer()
    for (let index = 0; index < 52; index++)
      data.items.add(new File(['CV number ' + index], 'cv-' + index + '.txt', { type: 'text/plain' }))
    const zone = document.querySelector('.drop-page')
    zone.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
  }`)
  const tray = page.getByRole('region', { name: 'Work in progress' })
  await tray.getByText('52 to be read').waitFor()
  const stored = await opened.backend.database
    .selectFrom('documents')
    .select(['id', 'company_id', 'file_name'])
    .where('company_id', '=', companyId)
    .execute()
  expect(stored).toHaveLength(52)
  for (const { id, company_id } of stored.slice(0, 2)) await markRead(opened, { companyId: company_id, id })
  await page.getByRole('link', { name: 'Home' }).first().click()
  await tray.getByText('2 read, 50 to be read').waitFor()
  await tray.getByRole('link', { name: stored[0]?.file_name ?? '', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: stored[0]?.file_name ?? '' }).waitFor()
  await expect.poll(() => page.getByText('Pipelines: MIG/MAG').isVisible()).toBe(true)
})

test('documents are loaded page by page and opened with the keyboard', async () => {
  const opened = await openConsole()
  const { user, companyId } = await opened.addCompanyUser('MEMBER')
  for (let index = 0; index < 60; index++)
    await seedDocument(opened.backend.postgres, { companyId, text: `CV ${index}` })
  await using context = await opened.newContext(user)
  const page = await context.newPage()
  await open(page)
  const grid = page.getByRole('grid', { name: 'Documents' })
  await grid.focus()
  await page.keyboard.press('End')
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('61')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'cv.pdf' }).waitFor()
})
