import { Button } from '../../../parts/form/button.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { talentTexts as texts } from '../../../words/en/recruiting/talent.ts'
import { formatExperience } from '../talents/experience.ts'
import { addSkill, correctSkill } from './correct/correction.ts'
import { Source } from './source.tsx'
import type { TalentPart } from './talent-part.ts'

/** Skills with how long and when they were used, longest first as the server orders them. */
export function SkillsPanel({ talent: { skills }, documentPath, onCorrect }: TalentPart) {
  const longest = Math.max(1, ...skills.map(({ months }) => months))
  return (
    <Panel
      title={texts.skills}
      aside={
        <Button size="s" kind="quiet" onClick={() => onCorrect(addSkill())}>
          {texts.addSkill}
        </Button>
      }
    >
      {skills.length === 0 ? <p className="soft">{texts.skillsNone}</p> : null}
      <ul className="skills">
        {skills.map(({ name, months, lastUsed, sources }) => (
          <li key={name}>
            <div className="skill">
              <span className="role-title">{name}</span>
              <span className="skill-bar" aria-hidden="true">
                <span style={{ width: `${(months / longest) * 100}%` }} />
              </span>
              <span className="skill-used small figures">
                {months === 0 ? texts.inList : formatExperience(months)}
                <span className="soft">
                  {lastUsed === null ? '' : `${texts.lastUsed.toLowerCase()} ${lastUsed}`}
                </span>
              </span>
              <Button
                size="s"
                kind="quiet"
                aria-label={texts.correct(name)}
                onClick={() => onCorrect(correctSkill(name, months))}
              >
                {texts.correctShort}
              </Button>
            </div>
            {sources[0] ? <Source source={sources[0]} documentPath={documentPath} /> : null}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
