import { describeAccessibility } from './dashboard/accessibility';
import { describeBatches } from './dashboard/batches';
import { describeColumns } from './dashboard/columns';
import { describeDashboard } from './dashboard/describe-dashboard';
import { describeFailures } from './dashboard/failures';
import { describeHostileTexts } from './dashboard/hostile-texts';
import { describeKeyboard } from './dashboard/keyboard';
import { describePhone } from './dashboard/phone';
import { describeUpdating } from './dashboard/updating';
import { describeWideScreens } from './dashboard/wide-screens';

describeDashboard(
  describeBatches,
  describeFailures,
  describeUpdating,
  describeKeyboard,
  describeAccessibility,
  describePhone,
  describeColumns,
  describeWideScreens,
  describeHostileTexts,
);
