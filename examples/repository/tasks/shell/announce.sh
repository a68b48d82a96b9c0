#!/usr/bin/env bash
echo "Announcing: $PARAM_TEXT"
