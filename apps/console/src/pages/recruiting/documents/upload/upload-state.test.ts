import { expect, test } from 'vitest'
import { type UploadedFile, isUnsettled, shareSent, sumUp, toPart } from './upload-state.ts'

const file = (name: string) => ({ name, bytes: 100 })
const document = { id: 'd', kind: 'CV', refusal: null, talentId: 't', cancelledTaskId: null } as const
const files: readonly UploadedFile[] = [
  { ...file('queued.pdf'), state: 'queued' },
  { ...file('sending.pdf'), state: 'sending', share: 0.5 },
  { ...file('refused.png'), state: 'refused', reason: 'Send a PDF.' },
  { ...file('new.pdf'), state: 'stored', documentId: 'a', isNew: true },
  {
    ...file('read.pdf'),
    state: 'stored',
    documentId: 'b',
    isNew: true,
    document: { ...document, status: 'READ' },
  },
  {
    ...file('scan.pdf'),
    state: 'stored',
    documentId: 'c',
    isNew: false,
    document: { ...document, status: 'REFUSED', refusal: 'No text.' },
  },
]

test('an upload says how much was sent, and then what became of the files', () => {
  expect(shareSent(files)).toBeCloseTo(0.75)
  expect(sumUp(files)).toBe('3 of 6 sent, 1 uploaded before, 2 refused')
  expect(sumUp(files.slice(2))).toBe('1 read, 1 to be read, 1 uploaded before, 2 refused')
  expect(files.map(isUnsettled)).toEqual([true, true, false, true, false, false])
})

test('each file has its state, its reason if it was refused, and a link once it is a document', () => {
  expect(files.map((one, index) => toPart(one, index, 'acme'))).toMatchObject([
    { state: 'waiting', text: 'Queued' },
    { state: 'running', text: 'Sending, 50%' },
    { state: 'failed', text: 'Send a PDF.' },
    { state: 'waiting', text: 'Waiting to be read', href: '/c/acme/documents/a' },
    { state: 'done', text: 'Read' },
    { state: 'failed', text: 'No text.' },
  ])
})
