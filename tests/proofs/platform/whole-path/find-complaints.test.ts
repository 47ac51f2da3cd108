import { expect, test } from 'vitest'
import { findComplaints } from './find-complaints.ts'

test('warnings, errors and what a service prints beside its log are complaints, other lines are not', () => {
  const complaints = [
    '12:57:33.584 ai-service warn match-score generator cannot claim a batch ',
    '12:57:33.584 gateway    error a charge was lost id=1',
    'backend    (node:12) Warning: something is deprecated',
  ]
  const others = [
    'provider   provider simulator listening on http://127.0.0.1:8090/v1',
    '12:49:06.600 gateway    model catalog loaded version=25 aliases=6',
    '12:49:06.600 gateway    a warn that is part of a message',
    '  backend     http://127.0.0.1:8081',
    'added the demo company Demo Recruiting',
    '',
  ]
  expect(findComplaints([...others, ...complaints])).toEqual(complaints)
})
