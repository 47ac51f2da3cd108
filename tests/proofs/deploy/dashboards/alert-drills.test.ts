import { alertGroups } from '@gatehouse/observability/alerts'
import { expect, test } from 'vitest'
import { isOnObjective, onlyUnitTested, provoked } from './alert-drills.ts'

test('every alert is provoked by a drill, or says why not, and no other is listed', () => {
  const alerts = Object.entries(alertGroups)
    .filter(([group]) => !isOnObjective(group))
    .flatMap(([, group]) => group.map(({ name }) => name))
  const listed = [...Object.keys(provoked), ...Object.keys(onlyUnitTested)]
  expect(listed.toSorted()).toEqual(alerts.toSorted())
})
