import { Button } from '../../../parts/form/button.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { talentTexts as texts } from '../../../words/en/recruiting/talent.ts'
import { addEducation, addLanguage, correctEducation, correctLanguage } from './correct/correction.ts'
import { Source } from './source.tsx'
import type { BlindDetail } from './blind-detail.ts'
import type { TalentPart } from './talent-part.ts'

type Education = BlindDetail['education'][number]

export function EducationPanel({ talent: { education }, documentPath, onCorrect }: TalentPart) {
  return (
    <Panel
      title={texts.education}
      aside={
        <Button size="s" kind="quiet" onClick={() => onCorrect(addEducation())}>
          {texts.addEducation}
        </Button>
      }
    >
      {education.length === 0 ? <p className="soft">{texts.educationNone}</p> : null}
      <ul className="skills">
        {education.map((study) => (
          <li key={study.id}>
            <div className="role">
              <div>
                <p className="role-title">{titleOf(study)}</p>
                <p className="soft">
                  {[study.institution, study.year === null ? null : String(study.year)]
                    .filter((part) => part !== null)
                    .join(', ')}
                </p>
              </div>
              <Button
                size="s"
                kind="quiet"
                aria-label={texts.correct(titleOf(study))}
                onClick={() => onCorrect(correctEducation(study))}
              >
                {texts.correctShort}
              </Button>
            </div>
            <Source source={study.source} documentPath={documentPath} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function titleOf({ degree, level, field }: Education): string {
  const what = degree ?? (level === null ? texts.education : texts.levels[level])
  return field === null || what.includes(field) ? what : `${what}, ${field}`
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

export function LanguagesPanel({ talent: { languages }, documentPath, onCorrect }: TalentPart) {
  return (
    <Panel
      title={texts.languages}
      aside={
        <Button size="s" kind="quiet" onClick={() => onCorrect(addLanguage())}>
          {texts.addLanguage}
        </Button>
      }
    >
      {languages.length === 0 ? <p className="soft">{texts.languagesNone}</p> : null}
      <ul className="skills">
        {languages.map(({ code, level, source }) => {
          const name = languageNames.of(code) ?? code
          return (
            <li key={code}>
              <div className="role">
                <p>
                  <span className="role-title">{name}</span>{' '}
                  <span className="soft">{level === null ? '' : texts.languageLevels[level]}</span>
                </p>
                <Button
                  size="s"
                  kind="quiet"
                  aria-label={texts.correct(name)}
                  onClick={() => onCorrect(correctLanguage(code, level))}
                >
                  {texts.correctShort}
                </Button>
              </div>
              <Source source={source} documentPath={documentPath} />
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
