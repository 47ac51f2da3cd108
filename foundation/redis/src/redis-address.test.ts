import { expect, test } from 'vitest'
import { readCluster, readSentinels } from './redis-address.ts'

test('the address of one server is left to the client', () => {
  expect(readSentinels('redis://:secret@host:6379/2')).toBeUndefined()
  expect(readCluster('redis://:secret@host:6379/2')).toBeUndefined()
})

test('the address of Sentinels has their hosts, the name of the group, the account of the servers and the database', () => {
  expect(readSentinels('redis+sentinel://user:p%40ss@a:26380,b/main/3')).toEqual({
    username: 'user',
    password: 'p@ss',
    name: 'main',
    db: 3,
    sentinels: [
      { host: 'a', port: 26_380 },
      { host: 'b', port: 26_379 },
    ],
  })
})

test('account and database are optional', () => {
  expect(readSentinels('redis+sentinel://a:1/main')).toEqual({
    name: 'main',
    db: 0,
    sentinels: [{ host: 'a', port: 1 }],
  })
})

test('the address of a cluster has some of its nodes and their account', () => {
  expect(readCluster('redis+cluster://:p%40ss@a:7000,b')).toEqual({
    nodes: [
      { host: 'a', port: 7_000 },
      { host: 'b', port: 6_379 },
    ],
    account: { password: 'p@ss' },
  })
})
