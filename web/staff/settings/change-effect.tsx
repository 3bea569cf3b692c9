import { useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { dryRunSettings } from '#contract/settings/dry-run.ts';
import { riskSignalNames } from '#domain/risk/names.ts';
import type { SettingValue } from '#domain/settings/settings.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
