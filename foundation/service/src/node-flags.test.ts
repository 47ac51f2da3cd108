import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { serviceNodeFlags } from './node-flags.ts'

test.each(['deploy/image/command.sh', 'deploy/systemd/gatehouse@.service'])(
  '%s starts services with the same flags',
  (file) => {
    const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
    const flags = /node (--.*) \S*main\.ts/.exec(text)?.[1]
    expect(flags?.split(' ')).toEqual([...serviceNodeFlags])
  },
)
