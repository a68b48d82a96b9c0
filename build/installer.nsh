; Windows: the installer registers hangar:// links, which electron-builder does on the other systems only.
!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\hangar" "" "URL:Hangar"
  WriteRegStr SHELL_CONTEXT "Software\Classes\hangar" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\hangar\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\hangar\shell\open\command" "" '"$appExe" "%1"'
!macroend

!macro customUnInstall
  DeleteRegKey SHELL_CONTEXT "Software\Classes\hangar"
!macroend
