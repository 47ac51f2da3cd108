import { randomBytes } from 'node:crypto'
import { Secret } from '@gatehouse/runtime/secret'
import { expect, test } from 'vitest'
import { deriveSuccessor, hashRefreshToken } from '../token/refresh-token.ts'
import { type StoredToken, judgeRefresh } from './judge-refresh.ts'

const [owner, other] = [Buffer.from('owner'), Buffer.from('other')]
const expiresAt = new Date('2026-01-01T00:00:00.000Z')

type Link = { token: Secret; stored: StoredToken }

function fresh(token: Secret): StoredToken {
  return {
    hash: hashRefreshToken(token),
    expiresAt,
    isInTime: true,
    isReplaced: false,
    isUsed: false,
    isRecent: false,
    usedFrom: null,
    successorHash: null,
    successorSalt: null,
  }
}

/** A chain of tokens of which all but the last were used, each by the owner within the leeway. */
function chainOf(length: number): Link[] {
  const links: Link[] = []
  let token = new Secret(randomBytes(32).toString('base64url'))
  for (let position = 1; position < length; position += 1) {
    const successorSalt = randomBytes(32)
    const next = deriveSuccessor(token, successorSalt)
    const used = { isUsed: true, isRecent: true, usedFrom: owner, successorSalt }
    links.push({ token, stored: { ...fresh(token), ...used, successorHash: hashRefreshToken(next) } })
    token = next
  }
  return [...links, { token, stored: fresh(token) }]
}

function judge(links: readonly Link[], position: number, client = owner) {
  const presented = links[position]?.token ?? new Secret('')
  return judgeRefresh(
    presented,
    links.map(({ stored }) => stored),
    client,
  )
}

function change(links: readonly Link[], position: number, changes: Partial<StoredToken>): Link[] {
  return links.map((link, index) =>
    index === position ? { ...link, stored: { ...link.stored, ...changes } } : link,
  )
}

test('a token is exchanged at its first use, unless it has expired', () => {
  expect(judge(chainOf(1), 0)).toEqual({ kind: 'exchange' })
  expect(judge(chainOf(1), 0, other)).toEqual({ kind: 'exchange' })
  expect(judge(change(chainOf(1), 0, { isInTime: false }), 0)).toEqual({ kind: 'over' })
  expect(judge([], 0)).toEqual({ kind: 'over' })
})

test('a repeat by the same client within the leeway gets the present token, even if tabs have overtaken it', () => {
  for (const length of [2, 3, 9]) {
    const links = chainOf(length)
    expect(judge(links, 0)).toEqual({ kind: 'repeat', token: links.at(-1)?.token, expiresAt })
  }
})

test('a repeat by another client within the leeway replaces the successor while it is unused', () => {
  const links = chainOf(2)
  expect(judge(links, 0, other)).toEqual({ kind: 'replace', successorHash: links[1]?.stored.hash })
  expect(judge(chainOf(3), 0, other)).toEqual({ kind: 'reused' })
})

test('a repeat after the leeway, or of a replaced token, is reuse', () => {
  expect(judge(change(chainOf(2), 0, { isRecent: false }), 0)).toEqual({ kind: 'reused' })
  expect(judge(change(chainOf(1), 0, { isReplaced: true }), 0)).toEqual({ kind: 'reused' })
  expect(judge(change(chainOf(2), 1, { isReplaced: true }), 0)).toEqual({ kind: 'reused' })
})

test('a repeat does not follow a step that another client took or that was taken before the leeway', () => {
  expect(judge(change(chainOf(3), 1, { usedFrom: other }), 0)).toEqual({ kind: 'reused' })
  expect(judge(change(chainOf(3), 1, { isRecent: false }), 0)).toEqual({ kind: 'reused' })
  expect(judge(change(chainOf(3), 1, { successorSalt: null }), 0)).toEqual({ kind: 'reused' })
})
