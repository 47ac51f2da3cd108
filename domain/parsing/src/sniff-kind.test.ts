import { expect, test } from 'vitest'
import { sniffKind } from './sniff-kind.ts'

test.each([
  ['%PDF-1.7', 'pdf'],
  ['rubbish before %PDF-1.4', 'pdf'],
  ['PK\u0003\u0004rest', 'docx'],
  ['Jane Smith\nEngineer', 'text'],
  ['\ufeffJörg Müller', 'text'],
  ['<?xml version="1.0"?><Candidate/>', 'xml'],
  ['\u0089PNG\r\n\u001a\n', undefined],
  ['{\\rtf1\u0000', undefined],
  ['', undefined],
])('%j is %s', (start, kind) => {
  const bytes = start.startsWith('\u0089') ? Buffer.from(start, 'latin1') : Buffer.from(start)
  expect(sniffKind(bytes)).toBe(kind)
})

test('a character cut off at the end of the sample is tolerated', () => {
  expect(sniffKind(Buffer.concat([Buffer.alloc(1_023, 'a'), Buffer.from('é')]))).toBe('text')
})
