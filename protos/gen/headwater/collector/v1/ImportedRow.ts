// Original file: protos/headwater/collector/v1/collector.proto


export interface ImportedRow {
  'line'?: (number);
  'cells'?: (string)[];
}

export interface ImportedRow__Output {
  'line': (number);
  'cells': (string)[];
}
