import { formatDimension } from '../../format/names';
import { t } from '../../strings/text';

interface Props {
  readonly chosen: string;
  readonly columns: readonly string[];
  /** Keys of properties, without `props.`. */
  readonly properties: readonly string[];
  readonly onChoose: (dimension: string) => void;
}

/** A select element with the dimensions of a breakdown: columns and properties of events. */
export function DimensionChoice({ chosen, columns, properties, onChoose }: Props) {
  const ofEvents = properties.map((key) => `props.${key}`);
  const groups = [
    { label: t('Columns'), dimensions: columns },
    { label: t('Properties'), dimensions: ofEvents },
  ];
  return (
    <label class="select">
      <span>{t('Break down by')}</span>
      <select value={chosen} onChange={({ currentTarget: { value } }) => onChoose(value)}>
        {groups
          .filter(({ dimensions }) => dimensions.length > 0)
          .map(({ label, dimensions }) => (
            <optgroup key={label} label={label}>
              {dimensions.map((dimension) => (
                <option key={dimension} value={dimension}>
                  {formatDimension(dimension)}
                </option>
              ))}
            </optgroup>
          ))}
      </select>
    </label>
  );
}
